/// What a row's icon shows. The raw values are the public `places_icon` numbers.
package enum RowIcon: Int32, CaseIterable, Sendable {
    case place = 0
    case city = 1
    case region = 2
    case street = 3
    case address = 4
    case food = 5
    case shop = 6
    case lodging = 7
    case transit = 8
    case airport = 9
    case nature = 10
    case culture = 11
    case health = 12
    case education = 13
    case recent = 14
    case favourite = 15
    case currentLocation = 16
    case search = 17

    /// The first type that says something decides: the primary one, where there is one.
    package static func of(types: [String]) -> RowIcon {
        for type in types {
            if let icon = known[type] ?? byEnding(type) { return icon }
        }
        return .place
    }

    /// The services add kinds of restaurants and shops from time to time.
    private static func byEnding(_ type: String) -> RowIcon? {
        for (ending, icon) in endings where type.hasSuffix(ending) { return icon }
        return nil
    }

    private static let endings: [(String, RowIcon)] = [
        ("_restaurant", .food), ("_cafe", .food), ("_bar", .food), ("_store", .shop), ("_market", .shop),
        ("_supermarket", .shop), ("_hotel", .lodging), ("_inn", .lodging), ("_museum", .culture), ("_park", .nature),
        ("_school", .education), ("_hospital", .health), ("_clinic", .health), ("_station", .transit),
        ("_stop", .transit), ("_airport", .airport),
    ]

    private static let known: [String: RowIcon] = {
        var known: [String: RowIcon] = [:]
        for (icon, types) in table { for type in types.split(separator: " ") { known[String(type)] = icon } }
        return known
    }()

    /// `place` are those whose ending would say the wrong thing. `establishment`, `point_of_interest`, `geocode` and
    /// `political` say nothing: they come with others.
    private static let table: [(RowIcon, String)] = [
        (
            .place,
            """
            internet_cafe gas_station police_station fire_station neighborhood_police_station rest_stop truck_stop \
            ebike_charging_station electric_vehicle_charging_station toll_station mobile_home_park water_park \
            amusement_park
            """
        ),
        (
            .city,
            """
            locality postal_town sublocality sublocality_level_1 sublocality_level_2 sublocality_level_3 \
            sublocality_level_4 sublocality_level_5 neighborhood administrative_area_level_3
            """
        ),
        (
            .region,
            """
            administrative_area_level_1 administrative_area_level_2 administrative_area_level_4 \
            administrative_area_level_5 administrative_area_level_6 administrative_area_level_7 country continent \
            colloquial_area postal_code postal_code_prefix postal_code_suffix school_district
            """
        ),
        (.street, "route intersection bridge"),
        (.address, "street_address street_number premise subpremise room floor post_box plus_code"),
        (
            .food,
            """
            restaurant food acai_shop bagel_shop bakery bar bar_and_grill beer_garden bistro brewery brewpub cafe \
            cafeteria cake_shop candy_store chocolate_factory chocolate_shop coffee_roastery coffee_shop coffee_stand \
            confectionery deli dessert_shop diner donut_shop dumpling_shop food_court food_delivery gastropub \
            hot_dog_stand ice_cream_shop irish_pub juice_shop kebab_shop meal_delivery meal_takeaway noodle_shop \
            pastry_shop pizza_delivery pub salad_shop sandwich_shop steak_house tea_house winery night_club
            """
        ),
        (
            .shop,
            """
            store supermarket market hypermarket shopping_mall butcher_shop gift_shop tire_shop wholesaler garden_center \
            florist car_dealer truck_dealer
            """
        ),
        (
            .lodging,
            """
            lodging hotel inn motel hostel guest_house bed_and_breakfast campground camping_cabin cottage farmstay \
            private_guest_room rv_park
            """
        ),
        (
            .transit,
            """
            transit_depot ferry_service ferry_terminal park_and_ride taxi_service taxi_stand train_ticket_office \
            transportation_service
            """
        ),
        (.airport, "airport airstrip heliport"),
        (
            .nature,
            """
            natural_feature archipelago beach island lake mountain_peak nature_preserve river scenic_spot woods park \
            garden botanical_garden hiking_area picnic_ground wildlife_refuge vineyard marina
            """
        ),
        (
            .culture,
            """
            art_gallery museum art_studio auditorium castle cultural_landmark fountain historical_place \
            historical_landmark monument performing_arts_theater sculpture amphitheatre concert_hall cultural_center \
            movie_theater opera_house philharmonic_hall planetarium tourist_attraction landmark place_of_worship \
            buddhist_temple church hindu_temple mosque shinto_shrine synagogue zoo aquarium
            """
        ),
        (
            .health,
            """
            health hospital doctor dentist pharmacy drugstore chiropractor medical_center medical_lab physiotherapist \
            wellness_center
            """
        ),
        (
            .education,
            "school university library preschool academic_department educational_institution research_institute"
        ),
    ]
}
