// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CPlaces
public import CPlacesHandles
import PlacesModel
import PlacesText
import PlacesWire

/// `places_result`: a list of suggestions and the attributions as C reads them.
final class ResultHandle: Handle, Sendable {
    typealias Opaque = places_result

    let list: SuggestionList
    let attributions: [CText]

    init(_ list: SuggestionList) {
        self.list = list
        attributions = list.attributions.map(CText.init)
    }

    /// The text of one part of a row, or nil past the end.
    func text(_ row: Int, _ part: (SuggestionRow) -> Slice) -> UnsafeBufferPointer<UInt8>? {
        list.row(row).map { list.text(part($0)) }
    }
}

/// A row's text for C: the list's bytes are NUL-terminated.
private func text(
    _ result: UnsafePointer<places_result>?,
    _ row: Int,
    _ length: UnsafeMutablePointer<Int>?,
    _ part: (SuggestionRow) -> Slice
) -> UnsafePointer<CChar>? {
    guard let bytes = ResultHandle.borrow(result)?.text(row, part), let base = bytes.baseAddress else {
        length?.pointee = 0
        return nil
    }
    length?.pointee = bytes.count
    return UnsafeRawPointer(base).assumingMemoryBound(to: CChar.self)
}

/// Text and matches of a row's part.
private func part(
    _ result: UnsafePointer<places_result>?,
    _ row: Int,
    _ text: places_text
) -> (bytes: UnsafeBufferPointer<UInt8>, matches: UnsafeBufferPointer<MatchRange>)? {
    guard let list = ResultHandle.borrow(result)?.list, let row = list.row(row) else { return nil }
    switch text {
    case PLACES_TEXT_FULL: return (list.text(row.fullText), list.ranges(row.fullMatches))
    case PLACES_TEXT_PRIMARY: return (list.text(row.primaryText), list.ranges(row.primaryMatches))
    case PLACES_TEXT_SECONDARY: return (list.text(row.secondaryText), list.ranges(row.secondaryMatches))
    default: return nil
    }
}

@_cdecl("places_result_retain")
public func places_result_retain(_ result: UnsafePointer<places_result>?) -> UnsafeMutablePointer<places_result>? {
    ResultHandle.retain(result)
}

@_cdecl("places_result_release")
public func places_result_release(_ result: UnsafeMutablePointer<places_result>?) { ResultHandle.release(result) }

@_cdecl("places_result_count")
public func places_result_count(_ result: UnsafePointer<places_result>?) -> Int {
    ResultHandle.borrow(result)?.list.count ?? 0
}

@_cdecl("places_result_place_id")
public func places_result_place_id(
    _ result: UnsafePointer<places_result>?,
    _ row: Int,
    _ length: UnsafeMutablePointer<Int>?
) -> UnsafePointer<CChar>? { text(result, row, length, \.placeID) }

@_cdecl("places_result_full_text")
public func places_result_full_text(
    _ result: UnsafePointer<places_result>?,
    _ row: Int,
    _ length: UnsafeMutablePointer<Int>?
) -> UnsafePointer<CChar>? { text(result, row, length, \.fullText) }

@_cdecl("places_result_primary_text")
public func places_result_primary_text(
    _ result: UnsafePointer<places_result>?,
    _ row: Int,
    _ length: UnsafeMutablePointer<Int>?
) -> UnsafePointer<CChar>? { text(result, row, length, \.primaryText) }

@_cdecl("places_result_secondary_text")
public func places_result_secondary_text(
    _ result: UnsafePointer<places_result>?,
    _ row: Int,
    _ length: UnsafeMutablePointer<Int>?
) -> UnsafePointer<CChar>? { text(result, row, length, \.secondaryText) }

@_cdecl("places_result_type_count")
public func places_result_type_count(_ result: UnsafePointer<places_result>?, _ row: Int) -> Int {
    ResultHandle.borrow(result)?.list.row(row).map { Int($0.types.count) } ?? 0
}

@_cdecl("places_result_type")
public func places_result_type(
    _ result: UnsafePointer<places_result>?,
    _ row: Int,
    _ index: Int
) -> UnsafePointer<CChar>? {
    guard let list = ResultHandle.borrow(result)?.list, let row = list.row(row) else { return nil }
    let types = list.types(row.types)
    guard types.indices.contains(index), let base = list.text(types[index]).baseAddress else { return nil }
    return UnsafeRawPointer(base).assumingMemoryBound(to: CChar.self)
}

@_cdecl("places_result_distance_meters")
public func places_result_distance_meters(
    _ result: UnsafePointer<places_result>?,
    _ row: Int,
    _ meters: UnsafeMutablePointer<Int32>?
) -> Bool {
    guard let row = ResultHandle.borrow(result)?.list.row(row), row.distanceMeters >= 0 else { return false }
    meters?.pointee = row.distanceMeters
    return true
}

@_cdecl("places_result_is_query")
public func places_result_is_query(_ result: UnsafePointer<places_result>?, _ row: Int) -> Bool {
    ResultHandle.borrow(result)?.list.row(row)?.isQuery ?? false
}

@_cdecl("places_result_match_count")
public func places_result_match_count(
    _ result: UnsafePointer<places_result>?,
    _ row: Int,
    _ text: places_text
) -> Int { part(result, row, text)?.matches.count ?? 0 }

@_cdecl("places_result_match")
public func places_result_match(
    _ result: UnsafePointer<places_result>?,
    _ row: Int,
    _ text: places_text,
    _ index: Int,
    _ unit: places_unit,
    _ start: UnsafeMutablePointer<Int>?,
    _ end: UnsafeMutablePointer<Int>?
) -> Bool {
    guard let part = part(result, row, text), part.matches.indices.contains(index) else { return false }
    let match = part.matches[index]
    let unit: OffsetUnit? =
        switch unit {
        case PLACES_UNIT_CODE_POINTS: .codePoints
        case PLACES_UNIT_UTF8: .utf8
        case PLACES_UNIT_UTF16: .utf16
        default: nil
        }
    guard let unit else { return false }
    start?.pointee = unit.offset(ofCodePoint: Int(match.start), in: part.bytes)
    end?.pointee = unit.offset(ofCodePoint: Int(match.end), in: part.bytes)
    return true
}

@_cdecl("places_result_row_attribution")
public func places_result_row_attribution(
    _ result: UnsafePointer<places_result>?,
    _ row: Int
) -> UnsafePointer<CChar>? {
    guard let handle = ResultHandle.borrow(result), let row = handle.list.row(row) else { return nil }
    let index = Int(row.attribution)
    return handle.attributions.indices.contains(index) ? handle.attributions[index].pointer : nil
}

@_cdecl("places_result_attribution_count")
public func places_result_attribution_count(_ result: UnsafePointer<places_result>?) -> Int {
    ResultHandle.borrow(result)?.attributions.count ?? 0
}

@_cdecl("places_result_attribution")
public func places_result_attribution(
    _ result: UnsafePointer<places_result>?,
    _ index: Int
) -> UnsafePointer<CChar>? {
    guard let attributions = ResultHandle.borrow(result)?.attributions, attributions.indices.contains(index) else {
        return nil
    }
    return attributions[index].pointer
}

@_cdecl("places_result_to_json")
public func places_result_to_json(_ result: UnsafePointer<places_result>?) -> UnsafeMutablePointer<CChar>? {
    guard let list = ResultHandle.borrow(result)?.list else { return nil }
    return OutText.give(WireResponse.encode(list))
}
