// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CPlacesHandles
import PlacesEngine
import PlacesModel
import PlacesWire

/// `places_place`: a place and the texts that C has asked for so far.
final class PlaceHandle: Handle, Sendable {
    typealias Opaque = places_place

    /// A `PlaceCredit` as C reads it.
    struct Credit: Sendable {
        let kind: PlaceCredit.Kind
        let text: CText
        let uri: CText
        let index: Int32
    }

    let place: Place
    let requestedID: CText
    /// Of what must be shown.
    let credits: [Credit]
    private let attribution: CText
    /// By path; a text that was handed out once lives as long as the place.
    private let texts = Lock<[String: CText]>([:])

    init(_ place: Place) {
        self.place = place
        attribution = CText(place.attribution)
        requestedID = CText(place.requestedID)
        credits = PlaceCredit.all(of: place, service: place.service).map {
            Credit(kind: $0.kind, text: CText($0.text), uri: CText($0.uri), index: Int32(clamping: $0.index))
        }
    }

    var attributionPointer: UnsafePointer<CChar> { attribution.pointer }

    func text(_ path: String) -> CText? {
        if let known = texts.withLock({ $0[path] }) { return known }
        guard let value = place.value(at: path)?.plainText else { return nil }
        return texts.withLock { texts in
            if let known = texts[path] { return known }
            let text = CText(value)
            texts[path] = text
            return text
        }
    }
}

extension JSONValue {
    /// Texts as they are, numbers and truth values as JSON writes them.
    fileprivate var plainText: String? {
        switch self {
        case .string(let text): text
        case .integer(let number): String(number)
        case .number(let number): String(number)
        case .bool(let flag): flag ? "true" : "false"
        case .null, .array, .object: nil
        }
    }
}

private func text(
    _ place: UnsafePointer<places_place>?,
    _ path: String,
    _ length: UnsafeMutablePointer<Int>? = nil
) -> UnsafePointer<CChar>? {
    guard let text = PlaceHandle.borrow(place)?.text(path) else {
        length?.pointee = 0
        return nil
    }
    length?.pointee = text.length
    return text.pointer
}

@_cdecl("places_place_retain")
public func places_place_retain(_ place: UnsafePointer<places_place>?) -> UnsafeMutablePointer<places_place>? {
    PlaceHandle.retain(place)
}

@_cdecl("places_place_release")
public func places_place_release(_ place: UnsafeMutablePointer<places_place>?) { PlaceHandle.release(place) }

@_cdecl("places_place_id")
public func places_place_id(_ place: UnsafePointer<places_place>?) -> UnsafePointer<CChar>? { text(place, "id") }

@_cdecl("places_place_display_name")
public func places_place_display_name(_ place: UnsafePointer<places_place>?) -> UnsafePointer<CChar>? {
    text(place, "displayName.text")
}

@_cdecl("places_place_formatted_address")
public func places_place_formatted_address(_ place: UnsafePointer<places_place>?) -> UnsafePointer<CChar>? {
    text(place, "formattedAddress")
}

@_cdecl("places_place_primary_type")
public func places_place_primary_type(_ place: UnsafePointer<places_place>?) -> UnsafePointer<CChar>? {
    text(place, "primaryType")
}

@_cdecl("places_place_type_count")
public func places_place_type_count(_ place: UnsafePointer<places_place>?) -> Int {
    PlaceHandle.borrow(place)?.place["types"]?.arrayValue?.count ?? 0
}

@_cdecl("places_place_type")
public func places_place_type(_ place: UnsafePointer<places_place>?, _ index: Int) -> UnsafePointer<CChar>? {
    index < 0 ? nil : text(place, "types.\(index)")
}

@_cdecl("places_place_location")
public func places_place_location(
    _ place: UnsafePointer<places_place>?,
    _ latitude: UnsafeMutablePointer<Double>?,
    _ longitude: UnsafeMutablePointer<Double>?
) -> Bool {
    guard let location = PlaceHandle.borrow(place)?.place.location else { return false }
    latitude?.pointee = location.latitude
    longitude?.pointee = location.longitude
    return true
}

@_cdecl("places_place_viewport")
public func places_place_viewport(
    _ place: UnsafePointer<places_place>?,
    _ lowLatitude: UnsafeMutablePointer<Double>?,
    _ lowLongitude: UnsafeMutablePointer<Double>?,
    _ highLatitude: UnsafeMutablePointer<Double>?,
    _ highLongitude: UnsafeMutablePointer<Double>?
) -> Bool {
    guard let viewport = PlaceHandle.borrow(place)?.place.viewport else { return false }
    lowLatitude?.pointee = viewport.low.latitude
    lowLongitude?.pointee = viewport.low.longitude
    highLatitude?.pointee = viewport.high.latitude
    highLongitude?.pointee = viewport.high.longitude
    return true
}

@_cdecl("places_place_text")
public func places_place_text(
    _ place: UnsafePointer<places_place>?,
    _ path: UnsafePointer<CChar>?,
    _ length: UnsafeMutablePointer<Int>?
) -> UnsafePointer<CChar>? {
    guard let path, let path = String(validatingCString: path) else {
        length?.pointee = 0
        return nil
    }
    return text(place, path, length)
}

@_cdecl("places_place_number")
public func places_place_number(
    _ place: UnsafePointer<places_place>?,
    _ path: UnsafePointer<CChar>?,
    _ number: UnsafeMutablePointer<Double>?
) -> Bool {
    guard let path, let path = String(validatingCString: path),
        let value = PlaceHandle.borrow(place)?.place.value(at: path)?.doubleValue
    else { return false }
    number?.pointee = value
    return true
}

@_cdecl("places_place_attribution")
public func places_place_attribution(_ place: UnsafePointer<places_place>?) -> UnsafePointer<CChar>? {
    PlaceHandle.borrow(place)?.attributionPointer
}

@_cdecl("places_place_to_json")
public func places_place_to_json(_ place: UnsafePointer<places_place>?) -> UnsafeMutablePointer<CChar>? {
    guard let place = PlaceHandle.borrow(place)?.place else { return nil }
    return OutText.json { WireResponse.write(place, to: &$0) }
}
