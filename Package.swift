// swift-tools-version: 6.0
import PackageDescription

/// For tests too: Swift Testing's macros name `_Concurrency`, so they keep what the library does without.
let testSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    // Checks of exclusive access at run time would be a twentieth of a keystroke; the tests run with them.
    .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release)),
]

let settings =
    testSettings + [
        // Regular expressions would add 2 MB to the library, tasks a thread pool: neither is imported behind our back.
        .unsafeFlags([
            "-Xfrontend", "-disable-implicit-string-processing-module-import",
            "-Xfrontend", "-disable-implicit-concurrency-module-import",
        ]),
        // Names of fields for mirrors: nothing here looks into a mirror.
        .unsafeFlags(["-Xfrontend", "-disable-reflection-metadata"], .when(configuration: .release)),
    ]

/// For what no keystroke waits for: the library shall stay small.
let small = settings + [.unsafeFlags(["-Osize"], .when(configuration: .release))]

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
            name: "CJansson",
            path: "Sources/CJansson",
            pkgConfig: "jansson",
            providers: [.apt(["libjansson-dev"])]
        ),
        .systemLibrary(
            name: "CCurl",
            path: "Sources/CCurl",
            pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"])]
        ),
        .systemLibrary(
            name: "CSQLite",
            path: "Sources/CSQLite",
            pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"])]
        ),

        // Swift, each depending on those above it only
        .target(name: "PlacesModel", exclude: ["Tables"], swiftSettings: settings),
        .target(name: "PlacesText", dependencies: ["PlacesModel"], exclude: ["Tables"], swiftSettings: settings),
        .target(name: "PlacesEngine", dependencies: ["PlacesModel", "CPlacesShim"], swiftSettings: settings),
        .target(name: "PlacesJSON", dependencies: ["PlacesModel"], swiftSettings: settings),
        .target(name: "PlacesWire", dependencies: ["PlacesModel", "PlacesJSON"], swiftSettings: small),
        .target(
            name: "PlacesTransport",
            dependencies: ["PlacesModel", "PlacesEngine", "CCurl"],
            swiftSettings: small
        ),
        .target(
            name: "PlacesProviders",
            dependencies: ["PlacesModel", "PlacesEngine", "PlacesJSON", "PlacesWire"],
            swiftSettings: small
        ),
        .target(
            name: "PlacesIndex",
            dependencies: ["PlacesModel", "PlacesText", "PlacesEngine"],
            swiftSettings: settings
        ),
        .target(
            name: "PlacesImport",
            dependencies: ["PlacesModel", "PlacesText", "PlacesEngine", "PlacesIndex", "PlacesJSON"],
            exclude: ["Tables"],
            swiftSettings: settings
        ),
        .target(
            name: "PlacesStore",
            dependencies: ["PlacesModel", "PlacesEngine", "CSQLite"],
            swiftSettings: small
        ),
        .target(
            name: "PlacesTyping",
            dependencies: ["PlacesModel", "PlacesText", "PlacesEngine"],
            swiftSettings: small
        ),
        .target(
            name: "PlacesABI",
            dependencies: [
                "CPlaces", "CPlacesHandles", "PlacesModel", "PlacesText", "PlacesEngine", "PlacesJSON", "PlacesWire",
                "PlacesTransport", "PlacesProviders", "PlacesIndex", "PlacesImport", "PlacesStore", "PlacesTyping",
            ],
            swiftSettings: small
        ),

        // Tests
        .executableTarget(
            name: "WireTool",
            dependencies: ["PlacesWire", "PlacesModel"],
            path: "Tests/schema/WireTool",
            swiftSettings: testSettings
        ),
        .testTarget(name: "PlacesTextTests", dependencies: ["PlacesText", "PlacesModel"], swiftSettings: testSettings),
        .testTarget(
            name: "PlacesJSONTests",
            // jansson is what the reader is compared with.
            dependencies: ["PlacesJSON", "PlacesModel", "CJansson"],
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "PlacesWireTests",
            dependencies: ["PlacesWire", "PlacesJSON", "PlacesModel"],
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "PlacesIndexTests",
            dependencies: ["PlacesIndex", "PlacesEngine", "PlacesText", "PlacesModel"],
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "PlacesImportTests",
            dependencies: ["PlacesImport", "PlacesIndex", "PlacesModel"],
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "PlacesStoreTests",
            dependencies: ["PlacesStore", "PlacesModel", "CSQLite"],
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "PlacesTypingTests",
            dependencies: ["PlacesTyping", "PlacesEngine", "PlacesModel"],
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "PlacesABITests",
            dependencies: ["PlacesABI", "CPlaces", "CPlacesHandles", "PlacesEngine", "PlacesModel"],
            swiftSettings: testSettings
        ),
    ]
)
