internal import PlacesModel

/// The parts of an address that `addressComponents` lists.
struct ResourceAddress {
    private(set) var houseNumber = ""
    private(set) var street = ""
    private(set) var postcode = ""
    private(set) var locality = ""
    private(set) var district = ""
    private(set) var region = ""
    /// Lower case; empty when it is not known.
    private(set) var country = ""

    init(_ value: JSONValue?) {
        for element in value?.arrayValue ?? [] {
            guard let component = ProtoObject(element) else { continue }
            let long = RowText.name(component.string("longText")) ?? ""
            for type in component.strings("types") {
                switch type {
                case "street_number": houseNumber = long
                case "route": street = long
                case "postal_code": postcode = long
                case "locality": locality = long
                // Where a place has no locality, such as in Great Britain and Sweden.
                case "postal_town": if locality.isEmpty { locality = long }
                case "administrative_area_level_1": region = long
                case "administrative_area_level_2": district = long
                case "country":
                    var code = component.string("shortText") ?? ""
                    country = code.withUTF8 { RowValues.countryCode($0) } ?? ""
                default: break
                }
            }
        }
    }
}
