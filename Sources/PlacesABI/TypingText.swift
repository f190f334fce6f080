public import CPlaces
import PlacesTyping
@_cdecl("places_text_is_for_geocoding")
public func places_text_is_for_geocoding(_ text: UnsafePointer<CChar>?) -> Bool {
    guard let text, let string = String(validatingCString: text) else { return false }
    return UnpickedText.isForGeocoding(string)
}
