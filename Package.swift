// swift-tools-version: 6.2
// The targets in layers, lowest first. A target may depend only on targets of its own layer or of lower layers, and
// SwiftPM rejects cycles. Sources/AppRuntime/Documentation.docc/Architecture.md describes the purpose of each target.
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// The themes. Their files are at the top level of the repository so that people find them. Each file is embedded into
/// the binary.
let themes = ["terminal", "mono", "contrast", "ink", "harbour", "moss", "ember", "plum"]

/// The pages of the guide, which are also articles of the documentation.
let guide = [
    "install", "keys", "finding-cards", "acting", "forms", "writing-cards", "scripts", "agents", "notifications",
    "conversations", "inbox", "containers", "themes", "terminals", "server", "commands", "settings", "security",
    "library", "troubleshooting",
]

/// All pages that `cardstream help` shows: two references and the guide.
let pages = ["CardJSON", "Protocol"] + guide.map { "Guide/\($0)" }

/// The images of the demo cards. They are embedded into the program, so that the demo needs no other server.
let demoPictures = [
    "compass.svg", "dice.png", "film.svg", "fjord.jpg", "fjord.webp", "globe.gif", "leaf.svg", "logo.svg", "plan.svg",
    "tick.svg",
]

let argumentParser: Target.Dependency = .product(
    name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Program"]))
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let cryptoExtras: Target.Dependency = .product(name: "CryptoExtras", package: "swift-crypto")
let flyingSocks: Target.Dependency = .product(
    name: "FlyingSocks", package: "FlyingFox", condition: .when(traits: ["Server"]))
let heap: Target.Dependency = .product(name: "HeapModule", package: "swift-collections")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")

/// Whether `make fuzz` builds the package. Tests/FuzzTests is then a program with libFuzzer instead of tests that
/// replay inputs. The program cardstream is then a library, because the fuzz targets use its internal declarations
/// (decision 0158).
let isFuzzing = Context.environment["CARDSTREAM_FUZZ"] != nil

func library(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource]? = nil) -> Target {
    .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: strict)
}

func tests(
    _ target: String, _ dependencies: [Target.Dependency] = [], support: Bool = true, exclude: [String] = []
) -> Target {
    .testTarget(
        name: "\(target)Tests", dependencies: [.target(name: target)] + (support ? ["Support"] : []) + dependencies,
        exclude: exclude, swiftSettings: strict)
}

/// The target of the program. As a library, its entry point has a different name. The target contains the commands,
/// which are compiled for size because each runs only once (decision 0058).
func program(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource]) -> Target {
    let forSize: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]
    let otherName: [SwiftSetting] = [
        .unsafeFlags(["-Xfrontend", "-entry-point-function-name", "-Xfrontend", "\(name)_main"])
    ]
    return isFuzzing
        ? .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: strict + otherName)
        : .executableTarget(
            name: name, dependencies: dependencies, resources: resources, swiftSettings: strict + forSize)
}

/// The targets in Tests/FuzzTests: tests, or the program of `make fuzz`.
func fuzzing(_ dependencies: [Target.Dependency]) -> [Target] {
    let (path, others) = ("Tests/FuzzTests", ["CFuzzer", "Inputs"])
    guard isFuzzing else {
        return [
            .testTarget(
                name: "FuzzTests", dependencies: dependencies, path: path, exclude: others + ["Main.swift"],
                swiftSettings: strict)
        ]
    }
    return [
        .target(name: "CFuzzer", path: "Tests/FuzzTests/CFuzzer"),
        .executableTarget(
            name: "fuzz", dependencies: dependencies + ["CFuzzer"], path: path,
            exclude: others + ["ReplayTests.swift"], swiftSettings: strict),
    ]
}

let package = Package(
    name: "cardstream",
    products: (isFuzzing ? [] : [.executable(name: "cardstream", targets: ["cardstream"])]) + [
        .library(name: "CardStream", targets: ["CardStream"]),
        // For authors of card sources: the protocols to conform to, without the card store and the network.
        .library(name: "CardSources", targets: ["CardSources"]),
        .library(name: "CardSourceTesting", targets: ["CardSourceTesting"]),
        .library(name: "CardStreamComapi", targets: ["CardStreamComapi"]),
        .library(name: "CardStreamCordial", targets: ["CardStreamCordial"]),
        // For servers in Swift that publish cards and ask questions, without a viewer.
        .library(name: "CardStreamPublishing", targets: ["CardStreamPublishing"]),
        // For tests of programs that show cards: an in-process feed with a clock.
        .library(name: "CardStreamTesting", targets: ["CardStreamTesting"]),
        .library(name: "CardStreamUI", targets: ["CardStreamUI", "CardStream", "CCurses"]),
    ],
    // A host fetches the dependencies of a trait only if it enables the trait (decision 0168).
    traits: [
        .default(enabledTraits: ["Program", "Server"]),
        .trait(name: "Program", description: "The command cardstream"),
        .trait(name: "Server", description: "A feed in the process, for CardStreamTesting"),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.0.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    ],
    targets: [
        // Layer 0: C shims, the domain, the grid of cells.
        .target(name: "CCurses", linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
        // Loads libcurl at run time on first use, so that the first screen does not wait for it.
        .target(name: "CCurl"),
        .target(name: "CLinux"),
        library("Basics", ["CLinux"]),
        // The file name selects the static archive: the program starts faster, and runs on machines without the
        // library.
        .target(name: "CCommonMark", linkerSettings: [.linkedLibrary(":libcmark-gfm.a")]),
        // Matches regular expressions within limits. Static, like the parser above.
        .target(name: "CPCRE", linkerSettings: [.linkedLibrary(":libpcre2-8.a")]),
        // Parses colour schemes. Static, like the libraries above.
        .target(name: "CYAML", linkerSettings: [.linkedLibrary(":libyaml.a")]),
        // Parses HTML messages. Static, like the libraries above.
        .target(name: "CHTML", linkerSettings: [.linkedLibrary(":libgumbo.a")]),
        library("Cards", ["Basics", "CPCRE", crypto]),
        library("Canvas", ["Basics"]),
        library("TOML"),
        .target(name: "CSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),
        library("SQLite", ["Basics", "CSQLite"]),
        // Loads libpq at run time with the first connection, so that only servers that use PostgreSQL need it.
        .target(name: "CPostgres"),
        library("Postgres", ["Basics", "CPostgres"]),

        // Layer 1
        library("CardSources", ["Basics", "Cards"]),
        library("FeedAPI", ["Basics", "CardSources", "Cards"]),
        library(
            "Theming", ["Basics", "Canvas", "CYAML", "TOML"],
            resources: themes.map { .embedInCode("../../Themes/\($0).toml") }),
        library("AppCore", ["Basics", "Cards", "Canvas"]),
        library("CursesTerminal", ["Basics", "Canvas", "CCurses"]),
        // The requests and responses of the emulated services.
        library("EmulatorHTTP", ["Basics", "Cards"]),
        // Emulators of the vendors' services, in memory, for tests and the demo.
        library("ComapiEmulator", ["Basics", "Cards", "EmulatorHTTP", crypto]),
        library("CordialEmulator", ["Cards", "EmulatorHTTP", crypto]),
        // HTTP and WebSocket for servers, over FlyingFox's sockets.
        library("HTTPSockets", ["Basics", "CLinux", crypto, flyingSocks]),

        // Layer 2
        library("FeedEngine", ["Basics", "Cards", "FeedAPI"]),
        // Serves the emulators over HTTP at an address of this machine.
        library("EmulatorSockets", ["Basics", "EmulatorHTTP", "HTTPSockets", flyingSocks]),
        library("CurlTransport", ["Basics", "Cards", "CCurl"]),
        // Code that the clients of the vendors' services share.
        library("VendorClient", ["Basics", "CardSources", "Cards", "CurlTransport"]),
        // Converts HTML messages to components of cards.
        library("MessageHTML", ["CHTML", "Cards", "VendorClient"]),
        library("CardUI", ["Basics", "AppCore", "Canvas", "Theming", "Cards", "CCommonMark"]),

        // Layer 3
        library(
            "ComapiEmulatorServer",
            [
                "Basics", "Cards", "ComapiEmulator", "EmulatorHTTP", "EmulatorSockets", "HTTPSockets", flyingSocks,
            ]),
        library(
            "CordialEmulatorServer",
            ["Basics", "Cards", "CordialEmulator", "EmulatorHTTP", "EmulatorSockets", "HTTPSockets"]),
        library("FeedStorage", ["Basics", "Cards", "FeedAPI", "FeedEngine", "CLinux"]),
        library("FeedTransport", ["Cards", "CurlTransport", "FeedAPI"]),
        library(
            "CardStore", ["Basics", "CardSources", "Cards", "FeedAPI", "FeedEngine", "SQLite", "CLinux", heap]),
        library("CardImages", ["Basics", "Canvas", "Cards", "CurlTransport", "CLinux"]),

        // Layer 4
        library("FeedSQLite", ["Basics", "Cards", "FeedAPI", "FeedEngine", "FeedStorage", "CLinux", "SQLite"]),
        library("FeedPostgres", ["Basics", "Cards", "FeedAPI", "FeedEngine", "FeedStorage", "Postgres"]),
        library(
            "FeedServer",
            [
                "Basics", "Cards", "FeedAPI", "FeedEngine", "FeedStorage", "HTTPSockets", "Theming",
                crypto,
                cryptoExtras, flyingSocks, logging,
            ]),
        library("FeedSync", ["Basics", "CardSources", "Cards", "FeedAPI", "CardStore"]),

        // Layer 5: the public library
        library(
            "CardSession",
            [
                "Basics", "CardSources", "Cards", "FeedAPI", "CardStore", "FeedSync", "CurlTransport", "FeedTransport",
                logging,
            ]),

        // The library that host programs import.
        library("CardStream", ["CardSession", "CardSources", "Cards"]),

        // The client of publishers, for servers in Swift.
        library("CardStreamPublishing", ["Basics", "Cards", "CurlTransport", "FeedAPI", "FeedTransport", crypto]),

        // A card source for the conversations of dotdigital's (Comapi's) service.
        library("CardStreamComapi", ["Basics", "CardSources", "Cards", "CurlTransport", "VendorClient", crypto]),

        // A card source and client for the contact, events, inbox and in-app messages of Cordial's service.
        library(
            "CardStreamCordial",
            ["Basics", "CardSources", "Cards", "CurlTransport", "MessageHTML", "SQLite", "VendorClient", crypto]),

        // Checks the contract of card sources, for the tests of any source.
        library("CardSourceTesting", ["CardSources", "Cards"]),

        // An in-process feed, for the tests of host programs.
        library("CardStreamTesting", ["Basics", "CardSession", "CardSources", "Cards", "FeedAPI", "FeedServer"]),

        // Layer 6: the viewer, headless
        library(
            "AppRuntime",
            [
                "Basics",
                "CLinux", "CardImages", "CardSources", "CardStreamComapi", "CardStreamCordial", "CurlTransport",
                "CardSession", "FeedAPI",
                "CardUI", "AppCore", "Canvas",
                "Theming",
                "Cards", "TOML", logging,
            ]),

        // Layer 7: the program, and the library for embedding the viewer in other programs
        library(
            "CardStreamUI",
            [
                "Basics", "AppRuntime", "CardSession", "AppCore", "CCurses", "Canvas", "Theming", "Cards",
                "CursesTerminal",
            ]),
        // A complete program with a container, as a starting point for host programs.
        .executableTarget(
            name: "boilerplate", dependencies: ["CardStream", "CardStreamUI", "CCurses"],
            swiftSettings: strict),
        program(
            "cardstream",
            [
                "AppRuntime", "Basics", "CardSession", "CardStore", "CursesTerminal", "FeedPostgres", "FeedServer",
                "FeedSQLite", "FeedStorage", "FeedAPI",
                "FeedSync", "CardStreamComapi", "CardStreamCordial", "ComapiEmulator", "ComapiEmulatorServer",
                "CordialEmulator", "CordialEmulatorServer", "CurlTransport", "FeedTransport", "Cards",
                "Canvas", "Theming", "CardUI", "CardImages", "AppCore", "TOML", "CCommonMark", argumentParser, logging,
            ],
            resources: [
                .embedInCode("Demo/demo-cards.json"), .embedInCode("Demo/gallery-cards.json"),
                .embedInCode("Demo/screens-cards.json"), .embedInCode("Schemas/openapi.json"),
            ]
                + demoPictures.map { .embedInCode("Demo/pictures/\($0)") }
                + pages.map { .embedInCode("../AppRuntime/Documentation.docc/\($0).md") }),

        // Programs for tests and measurements. They are not installed.
        .executableTarget(
            name: "ws-testee", dependencies: ["CurlTransport"], path: "Tests/ws-testee",
            swiftSettings: strict),
        .executableTarget(
            name: "store-crash", dependencies: ["CardStore", "Cards", "FeedAPI"], path: "Tests/store-crash",
            swiftSettings: strict),
        .executableTarget(
            name: "cordial-crash", dependencies: ["Basics", "CardStreamCordial", "Cards", "CurlTransport"],
            path: "Tests/cordial-crash", swiftSettings: strict),
        // Simulates a machine that loses power, see powercut.h.
        .target(name: "CPowerCut", path: "Tests/power-cut/CPowerCut"),
        .executableTarget(
            name: "power-cut",
            dependencies: [
                "CPowerCut", "CardStore", "Cards", "FeedAPI", "FeedEngine", "FeedSQLite", "FeedServer", "FeedStorage",
                "SQLite", "Support",
            ], path: "Tests/power-cut/power-cut", swiftSettings: strict),
        .target(name: "CPty", path: "Tests/bench/CPty", linkerSettings: [.linkedLibrary("util")]),
        .executableTarget(
            name: "bench",
            dependencies: [
                "Basics", "CPty", "CardSources", "CardStreamComapi", "ComapiEmulator", "ComapiEmulatorServer",
                "ComapiSupport", "PostgresSupport", crypto,
            ], path: "Tests/bench/bench", swiftSettings: strict),
        .executableTarget(
            name: "card-cost", dependencies: ["CardUI", "Cards", "Canvas", "Theming", "AppCore"],
            path: "Tests/bench/card-cost", swiftSettings: strict),
        // Runs the product in a simulated environment, with simulated time, network and failures.
        .target(name: "CSimulator", path: "Tests/simulate/CSimulator"),
        .executableTarget(
            name: "simulate",
            dependencies: [
                "Basics", "CSimulator", "CardSources", "CardStore", "Cards", "FeedAPI", "FeedEngine", "FeedSQLite",
                "FeedServer", "FeedStorage", "FeedSync", "SQLite", "Support",
            ], path: "Tests/simulate/simulate", swiftSettings: strict),
        .executableTarget(name: "floor-c", path: "Tests/bench/floor-c", linkerSettings: [.linkedLibrary("ncursesw")]),
        .executableTarget(
            name: "floor-swift", dependencies: ["CCurses"], path: "Tests/bench/floor-swift", swiftSettings: strict),

        // Tests
        .target(
            name: "Support", dependencies: ["Basics", "Cards", "Canvas", "FeedAPI"], path: "Tests/Support",
            swiftSettings: strict),
        // The Comapi client connected to its emulator.
        .target(
            name: "ComapiSupport",
            dependencies: [
                "Basics", "CardStreamComapi", "ComapiEmulator", "ComapiEmulatorServer", "CurlTransport", "EmulatorHTTP",
                "EmulatorSupport", "Support",
            ], path: "Tests/ComapiSupport", swiftSettings: strict),
        // The Cordial client connected to its emulator.
        .target(
            name: "CordialSupport",
            dependencies: [
                "Basics", "CardStreamCordial", "Cards", "CordialEmulator", "CordialEmulatorServer", "CurlTransport",
                "EmulatorHTTP", "EmulatorSupport", "Support",
            ], path: "Tests/CordialSupport", swiftSettings: strict),
        .target(
            name: "EmulatorSupport", dependencies: ["CurlTransport", "EmulatorHTTP"], path: "Tests/EmulatorSupport",
            swiftSettings: strict),
        // A private PostgreSQL server.
        .target(
            name: "PostgresSupport", dependencies: ["Basics", "Postgres"], path: "Tests/PostgresSupport",
            swiftSettings: strict),
        tests("Basics", support: false),
        tests("Cards", ["Basics"]),
        tests("Canvas", ["Basics"]),
        tests("TOML", support: false),
        tests("SQLite", ["Basics"]),
        tests("Postgres", ["Basics", "CPostgres", "PostgresSupport"], support: false),
        tests("FeedAPI", ["Cards"]),
        tests("Theming", ["Canvas"], support: false),
        tests("CardStore", ["Basics", "Cards", "FeedAPI", "SQLite", "store-crash"], exclude: ["EarlierVersion"]),
        tests("AppCore", ["Basics", "Canvas", "Cards"]),
        tests("CursesTerminal", ["CCurses", "Canvas", "CardUI", "Cards", "Theming", "AppCore"]),
        tests("FeedSync", ["Basics", "CardStore", "Cards", "FeedAPI", "SQLite"]),
        tests("CurlTransport", ["CCurl", "Cards", "FeedAPI", "FeedTransport"]),
        tests("FeedEngine", ["Cards", "FeedAPI"]),
        tests(
            "FeedServer",
            [
                "Basics", "CardSourceTesting", "Cards", "CurlTransport", "FeedTransport", "FeedAPI", "FeedEngine",
                "FeedPostgres", "FeedSQLite",
                "FeedStorage", "PostgresSupport", crypto, cryptoExtras, "SQLite", flyingSocks,
            ]),
        tests("ComapiEmulator", ["Basics", "Cards", "EmulatorHTTP", crypto]),
        tests(
            "ComapiEmulatorServer",
            ["Basics", "CardStreamComapi", "ComapiEmulator", "CurlTransport", "EmulatorHTTP", "EmulatorSockets"]),
        tests("CordialEmulator", ["Cards", "EmulatorHTTP"]),
        tests(
            "CordialEmulatorServer",
            [
                "Basics", "CardStreamCordial", "Cards", "CordialEmulator", "CordialSupport", "CurlTransport",
                "EmulatorHTTP", "EmulatorSockets",
            ]),
        tests("HTTPSockets", [flyingSocks], support: false),
        tests("MessageHTML", ["Cards"], support: false),
        tests(
            "FeedStorage",
            ["Basics", "Cards", "FeedAPI", "FeedEngine", "FeedPostgres", "FeedSQLite", "Postgres", "PostgresSupport"]),
        tests(
            "FeedPostgres", ["Basics", "Cards", "FeedAPI", "FeedEngine", "FeedStorage", "Postgres", "PostgresSupport"],
            support: false),
        tests(
            "FeedSQLite", ["Basics", "Cards", "FeedAPI", "FeedEngine", "FeedStorage", "SQLite"],
            exclude: ["EarlierVersion"]),
        tests("CardImages", ["Canvas", "Cards", "CurlTransport"]),
        tests("CardUI", ["Basics", "Canvas", "Cards", "Theming", "AppCore"], exclude: ["__Screens__"]),
        tests(
            "CardSession",
            [
                "Basics", "CardSources", "CardStore", "Cards", "CurlTransport", "FeedTransport", "FeedAPI",
                "FeedServer", "FeedSync",
                "SQLite", logging,
            ]),
        tests(
            "CardStreamComapi",
            [
                "Basics", "CardSession", "CardSourceTesting", "CardSources", "Cards", "ComapiEmulator", "ComapiSupport",
                "CurlTransport", "EmulatorHTTP", "VendorClient", crypto, logging,
            ]),
        tests(
            "CardStreamCordial",
            [
                "Basics", "CardSourceTesting", "CardSources", "Cards", "CordialEmulator", "CordialSupport",
                "CurlTransport", "EmulatorHTTP", "cordial-crash",
            ]),
        .testTarget(
            name: "CardStreamTests", dependencies: ["CardSourceTesting", "CardStream", "CardStreamTesting"],
            swiftSettings: strict),
        tests("CardStreamPublishing", ["FeedServer", crypto]),
        tests(
            "AppRuntime",
            [
                "Basics", "Canvas", "CardImages", "CardSession", "CardStreamComapi", "CardStreamCordial", "Cards",
                "CordialEmulator", "CordialSupport", "FeedAPI", "FeedServer", "Theming",
                "AppCore", logging,
            ]),
        tests(
            "CardStreamUI",
            [
                "AppRuntime", "Basics", "CCurses", "Canvas", "CardSession", "CardStream", "CardStreamTesting", "Cards",
                "FeedAPI", "FeedServer", "Theming", "AppCore",
            ]),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "AppRuntime", "Basics", "Canvas", "CardImages", "CardSession", "CardStreamComapi", "CardStreamCordial",
                "CardUI", "Cards", "CurlTransport", "CursesTerminal", "FeedAPI", "FeedSQLite", "FeedServer",
                "FeedStorage",
                "FeedTransport", "Support", "Theming", "AppCore",
                "cardstream",
                argumentParser, logging,
            ],
            swiftSettings: strict),
        // These tests run separate programs that replace functions of the C library, and are therefore not linked into
        // the tests.
        .testTarget(name: "PowerCutTests", dependencies: ["Support"], swiftSettings: strict),
        .testTarget(name: "SimulationTests", swiftSettings: strict),
        .testTarget(
            name: "EndToEnd",
            dependencies: [
                "Basics", "Cards", "ComapiEmulator", "ComapiEmulatorServer", "CordialEmulator", "CordialEmulatorServer",
                "CurlTransport", "EmulatorHTTP", "FeedAPI", "FeedServer", "FeedTransport", "PostgresSupport", "Support",
                "boilerplate",
                "cardstream",
            ], path: "Tests/EndToEnd",
            swiftSettings: strict),
    ]
        + fuzzing([
            "AppCore", "AppRuntime", "Basics", "Canvas", "CardImages", "CardSources", "CardStreamComapi",
            "CardStreamCordial", "CardUI", "Cards", "CurlTransport", "CursesTerminal", "FeedAPI", "FeedServer",
            "HTTPSockets", "MessageHTML", "Support", "TOML", "Theming", "VendorClient", "cardstream", flyingSocks,
        ])
)
