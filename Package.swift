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
    products: [
        .library(name: "places", type: .dynamic, targets: ["PlacesABI"])
    ],
    targets: [
        // C
        .systemLibrary(name: "CPlaces", path: "include"),
        .systemLibrary(name: "CPlacesHandles", path: "Sources/CPlacesHandles"),
        .target(name: "CPlacesShim"),
        .systemLibrary(
            name: "CJansson", path: "Sources/CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
        .systemLibrary(
            name: "CCurl", path: "Sources/CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),

        // Swift, each depending on those above it only
        .target(name: "PlacesModel", exclude: ["Tables"], swiftSettings: settings),
        .target(name: "PlacesText", dependencies: ["PlacesModel"], exclude: ["Tables"], swiftSettings: settings),
        .target(name: "PlacesEngine", dependencies: ["PlacesModel", "CPlacesShim"], swiftSettings: settings),
        .target(name: "PlacesJSON", dependencies: ["PlacesModel", "CJansson"], swiftSettings: settings),
        .target(name: "PlacesWire", dependencies: ["PlacesModel", "PlacesJSON"], swiftSettings: settings),
        .target(
            name: "PlacesTransport", dependencies: ["PlacesModel", "PlacesEngine", "CCurl"], swiftSettings: settings),
        .target(
            name: "PlacesProviders", dependencies: ["PlacesModel", "PlacesEngine", "PlacesJSON", "PlacesWire"],
            swiftSettings: settings),
        .target(
            name: "PlacesIndex", dependencies: ["PlacesModel", "PlacesText", "PlacesEngine"], swiftSettings: settings),
        .target(
            name: "PlacesImport", dependencies: ["PlacesModel", "PlacesText", "PlacesIndex", "PlacesJSON"],
            exclude: ["Tables"], swiftSettings: settings),
        .target(
            name: "PlacesABI",
            dependencies: [
                "CPlaces", "CPlacesHandles", "PlacesModel", "PlacesText", "PlacesEngine", "PlacesJSON", "PlacesWire",
                "PlacesTransport", "PlacesProviders", "PlacesIndex", "PlacesImport",
            ],
            swiftSettings: settings),

        // Tests
        .executableTarget(
            name: "WireTool", dependencies: ["PlacesWire", "PlacesModel"], path: "Tests/schema/WireTool",
            swiftSettings: settings),
        .testTarget(
            name: "PlacesABITests", dependencies: ["PlacesABI", "CPlaces", "CPlacesHandles", "PlacesModel"],
            swiftSettings: settings),
        .testTarget(name: "PlacesTextTests", dependencies: ["PlacesText", "PlacesModel"], swiftSettings: settings),
        .testTarget(
            name: "PlacesImportTests", dependencies: ["PlacesImport", "PlacesIndex", "PlacesModel"],
            swiftSettings: settings),
        .testTarget(name: "PlacesJSONTests", dependencies: ["PlacesJSON", "PlacesModel"], swiftSettings: settings),
        .testTarget(
            name: "PlacesWireTests", dependencies: ["PlacesWire", "PlacesJSON", "PlacesModel"], swiftSettings: settings),
    ]
)
