// swift-format-ignore-file: AlwaysUseLowerCamelCase

@_cdecl("places_version")
public func places_version() -> UnsafePointer<CChar>? { OutText.literal("0.1.0") }

@_cdecl("places_version_number")
public func places_version_number() -> UInt32 { 1000 }
