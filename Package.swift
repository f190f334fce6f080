// swift-tools-version: 6.0
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "places",
    targets: [
        .target(name: "PlacesModel", exclude: ["Tables"], swiftSettings: settings),
        .target(name: "PlacesIndex", dependencies: ["PlacesModel", "PlacesEngine"], swiftSettings: settings),
        .target(name: "PlacesEngine", dependencies: ["PlacesModel"], swiftSettings: settings),
        .systemLibrary(
            name: "CJansson", path: "Sources/CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
        .target(name: "PlacesJSON", dependencies: ["PlacesModel", "CJansson"], swiftSettings: settings),
        .target(name: "PlacesWire", dependencies: ["PlacesModel", "PlacesJSON"], swiftSettings: settings),
        .executableTarget(
            name: "WireTool", dependencies: ["PlacesWire", "PlacesModel"], path: "Tests/schema/WireTool",
            swiftSettings: settings),
        .testTarget(name: "PlacesJSONTests", dependencies: ["PlacesJSON", "PlacesModel"], swiftSettings: settings),
        .testTarget(
            name: "PlacesWireTests", dependencies: ["PlacesWire", "PlacesJSON", "PlacesModel"], swiftSettings: settings),
    ]
)
