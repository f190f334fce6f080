// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CPlaces
public import CPlacesHandles
import PlacesEngine
import PlacesJSON
import PlacesModel

/// `places_meter`: what a client had counted when it was asked.
final class MeterHandle: Handle, Sendable {
    typealias Opaque = places_meter

    let counts: Meter.Counts

    init(_ counts: Meter.Counts) { self.counts = counts }
}

/// `places_prices`. One thread at a time.
final class PricesHandle: Handle {
    typealias Opaque = places_prices

    var prices = PriceTable()
}

@_cdecl("places_meter_free")
public func places_meter_free(_ meter: UnsafeMutablePointer<places_meter>?) { MeterHandle.release(meter) }

@_cdecl("places_meter_count")
public func places_meter_count(_ meter: UnsafePointer<places_meter>?, _ counter: places_counter) -> UInt64 {
    guard let counts = MeterHandle.borrow(meter)?.counts, let number = Int(exactly: counter.rawValue),
        let counter = Meter.Counter(rawValue: number)
    else { return 0 }
    return counts[counter]
}

@_cdecl("places_meter_requests_per_pick")
public func places_meter_requests_per_pick(_ meter: UnsafePointer<places_meter>?) -> Double {
    MeterHandle.borrow(meter)?.counts.requestsPerPick ?? .nan
}

@_cdecl("places_meter_to_json")
public func places_meter_to_json(_ meter: UnsafePointer<places_meter>?) -> UnsafeMutablePointer<CChar>? {
    guard let counts = MeterHandle.borrow(meter)?.counts else { return nil }
    return OutText.json { writer in
        writer.beginObject()
        for counter in Meter.Counter.allCases {
            writer.key(counter.name)
            writer.integer(Int64(clamping: counts[counter]))
        }
        writer.key("requestsPerPick")
        // A number that is not there yet is null: JSON has no NaN.
        if let average = counts.requestsPerPick { writer.number(average) } else { writer.null() }
        writer.endObject()
    }
}

extension Meter.Counter {
    fileprivate var name: StaticString {
        switch self {
        case .autocomplete: "autocomplete"
        case .details: "details"
        case .textSearch: "textSearch"
        case .geocode: "geocode"
        case .photo: "photo"
        case .resent: "resent"
        case .withToken: "withToken"
        case .cancelled: "cancelled"
        case .local: "local"
        case .cacheHits: "cacheHits"
        case .sessionsBegun: "sessionsBegun"
        case .sessionsEnded: "sessionsEnded"
        case .sessionsAbandoned: "sessionsAbandoned"
        case .tokensReused: "tokensReused"
        case .picks: "picks"
        case .charactersBeforePick: "charactersBeforePick"
        case .requestsBeforePick: "requestsBeforePick"
        case .detailsIDsOnly: "detailsIdsOnly"
        case .detailsEssentials: "detailsEssentials"
        case .detailsPro: "detailsPro"
        case .detailsEnterprise: "detailsEnterprise"
        case .detailsEnterpriseAtmosphere: "detailsEnterpriseAtmosphere"
        case .detailsUnknown: "detailsUnknown"
        }
    }
}

@_cdecl("places_prices_new")
public func places_prices_new() -> UnsafeMutablePointer<places_prices>? { PricesHandle().give() }

@_cdecl("places_prices_free")
public func places_prices_free(_ prices: UnsafeMutablePointer<places_prices>?) { PricesHandle.release(prices) }

@_cdecl("places_prices_set")
public func places_prices_set(
    _ prices: UnsafeMutablePointer<places_prices>?,
    _ name: UnsafePointer<CChar>?,
    _ price: Double,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    guarded(error) { () throws(PlacesError) in
        let handle = try PricesHandle.required(prices, "prices")
        try handle.prices.set(try InText.required(name, "name"), price)
    }
}

@_cdecl("places_prices_advise")
public func places_prices_advise(
    _ prices: UnsafePointer<places_prices>?,
    _ mask: UnsafePointer<CChar>?,
    _ requestsPerPick: Double,
    _ way: UnsafeMutablePointer<places_billing_way>?,
    _ costs: UnsafeMutablePointer<Double>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    guarded(error) { () throws(PlacesError) in
        let handle = try PricesHandle.required(prices, "prices")
        guard let way else { throw .null("way") }
        let advice = try BillingAdvice(
            prices: handle.prices,
            mask: try FieldMask(try InText.required(mask, "mask"), field: "mask"),
            requestsPerPick: requestsPerPick
        )
        way.pointee = places_billing_way(UInt32(bitPattern: advice.way.rawValue))
        if let costs { for (index, cost) in advice.costs.enumerated() { costs[index] = cost } }
    }
}
