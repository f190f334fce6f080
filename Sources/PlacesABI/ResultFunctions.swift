// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CPlaces
public import CPlacesHandles
import PlacesModel
import PlacesText
import PlacesWire

/// `places_result` is the list itself: handing it out costs nothing.
extension SuggestionList: Handle {
    typealias Opaque = places_result
}

typealias ResultHandle = SuggestionList

private func pointer(_ list: SuggestionList, _ slice: Slice) -> UnsafePointer<CChar>? {
    // The list's texts are NUL-terminated.
    list.text(slice).baseAddress.map { UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self) }
}

/// A row's text for C.
private func text(
    _ result: UnsafePointer<places_result>?,
    _ row: Int,
    _ length: UnsafeMutablePointer<Int>?,
    _ part: (SuggestionRow) -> Slice
) -> UnsafePointer<CChar>? {
    let found = ResultHandle.look(result) { list -> (text: UnsafePointer<CChar>?, count: Int)? in
        list.row(row).map { (pointer(list, part($0)), Int(part($0).count)) }
    }
    length?.pointee = found??.count ?? 0
    return found??.text
}

/// Text and matches of a row's part.
private func part(
    _ result: UnsafePointer<places_result>?,
    _ row: Int,
    _ text: places_text
) -> (bytes: UnsafeBufferPointer<UInt8>, matches: UnsafeBufferPointer<MatchRange>)? {
    guard let list = ResultHandle.borrow(result), let row = list.row(row) else { return nil }
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
    ResultHandle.look(result) { $0.count } ?? 0
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
    ResultHandle.borrow(result)?.row(row).map { Int($0.types.count) } ?? 0
}

@_cdecl("places_result_type")
public func places_result_type(
    _ result: UnsafePointer<places_result>?,
    _ row: Int,
    _ index: Int
) -> UnsafePointer<CChar>? {
    guard let list = ResultHandle.borrow(result), let row = list.row(row) else { return nil }
    let types = list.types(row.types)
    return types.indices.contains(index) ? pointer(list, types[index]) : nil
}

@_cdecl("places_result_distance_meters")
public func places_result_distance_meters(
    _ result: UnsafePointer<places_result>?,
    _ row: Int,
    _ meters: UnsafeMutablePointer<Int32>?
) -> Bool {
    guard let row = ResultHandle.borrow(result)?.row(row), row.distanceMeters >= 0 else { return false }
    meters?.pointee = row.distanceMeters
    return true
}

@_cdecl("places_result_is_query")
public func places_result_is_query(_ result: UnsafePointer<places_result>?, _ row: Int) -> Bool {
    ResultHandle.borrow(result)?.row(row)?.isQuery ?? false
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
    guard let list = ResultHandle.borrow(result), let row = list.row(row) else { return nil }
    return list.attribution(Int(row.attribution)).flatMap { pointer(list, $0) }
}

@_cdecl("places_result_attribution_count")
public func places_result_attribution_count(_ result: UnsafePointer<places_result>?) -> Int {
    ResultHandle.borrow(result)?.attributionCount ?? 0
}

@_cdecl("places_result_attribution")
public func places_result_attribution(
    _ result: UnsafePointer<places_result>?,
    _ index: Int
) -> UnsafePointer<CChar>? {
    guard let list = ResultHandle.borrow(result) else { return nil }
    return list.attribution(index).flatMap { pointer(list, $0) }
}

@_cdecl("places_result_explanation")
public func places_result_explanation(_ result: UnsafePointer<places_result>?, _ row: Int) -> UnsafePointer<CChar>? {
    guard let list = ResultHandle.borrow(result), let row = list.row(row), row.explanation.count > 0 else { return nil }
    return pointer(list, row.explanation)
}

@_cdecl("places_result_to_json")
public func places_result_to_json(_ result: UnsafePointer<places_result>?) -> UnsafeMutablePointer<CChar>? {
    guard let list = ResultHandle.borrow(result) else { return nil }
    return OutText.json { WireResponse.write(list, to: &$0) }
}
