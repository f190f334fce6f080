// swift-format-ignore-file: AlwaysUseLowerCamelCase

import PlacesTyping

@_cdecl("places_text_is_for_geocoding")
public func places_text_is_for_geocoding(_ text: UnsafePointer<CChar>?) -> Bool {
    guard let text = try? InText.required(text, "text") else { return false }
    return UnpickedText.isForGeocoding(text)
}
