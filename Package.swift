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
        .target(name: "CPlacesShim"),
        .target(name: "PlacesIndex", dependencies: ["PlacesModel", "PlacesEngine"], swiftSettings: settings),
        .target(name: "PlacesEngine", dependencies: ["PlacesModel", "CPlacesShim"], swiftSettings: settings),
    ]
)
