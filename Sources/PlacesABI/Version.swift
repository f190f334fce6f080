// swift-format-ignore-file: AlwaysUseLowerCamelCase

enum LibraryVersion {
    static let text: StaticString = "0.1.0"
}

@_cdecl("places_version")
public func places_version() -> UnsafePointer<CChar>? { OutText.literal(LibraryVersion.text) }

@_cdecl("places_version_number")
public func places_version_number() -> UInt32 { 1000 }
