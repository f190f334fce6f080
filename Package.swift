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
        .target(name: "PlacesText", dependencies: ["PlacesModel"], swiftSettings: settings),
        .target(name: "PlacesIndex", dependencies: ["PlacesModel", "PlacesEngine"], swiftSettings: settings),
        .target(name: "PlacesEngine", dependencies: ["PlacesModel"], swiftSettings: settings),
        .testTarget(name: "PlacesTextTests", dependencies: ["PlacesText", "PlacesModel"], swiftSettings: settings),
    ]
)
