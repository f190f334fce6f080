// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CPlaces
public import CPlacesHandles
import PlacesModel

/// `places_token`.
final class TokenHandle: Handle, Sendable {
    typealias Opaque = places_token

    let token: SessionToken
    let text: CText

    init(_ token: SessionToken) {
        self.token = token
        text = CText(token.text)
    }
}

@_cdecl("places_token_new")
public func places_token_new(
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<places_token>?>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    making(out, error) { () throws(PlacesError) in TokenHandle(try SessionToken()) }
}

@_cdecl("places_token_from_text")
public func places_token_from_text(
    _ text: UnsafePointer<CChar>?,
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<places_token>?>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    making(out, error) { () throws(PlacesError) in
        TokenHandle(try SessionToken(try InText.required(text, "text"), field: "text"))
    }
}

@_cdecl("places_token_free")
public func places_token_free(_ token: UnsafeMutablePointer<places_token>?) { TokenHandle.release(token) }

@_cdecl("places_token_text")
public func places_token_text(_ token: UnsafePointer<places_token>?) -> UnsafePointer<CChar>? {
    TokenHandle.borrow(token)?.text.pointer
}
