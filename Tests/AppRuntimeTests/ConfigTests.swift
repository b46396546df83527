import Basics
import Cards
import Testing
import Theming

@testable import AppRuntime

struct ConfigTests {
    private func load(
        _ text: String, environment: [String: String] = [:], flags: [String: String] = [:]
    ) throws -> Config {
        try withTemporaryFile(text) { path in
            try ConfigLoader(path: path, environment: environment, flags: flags).load()
        }
    }

    @Test func `a flag overrides the environment, which overrides the file, which overrides the default`() throws {
        let text = "stream = \"file\"\nuser = \"file\"\ntheme = \"file\""
        let config = try load(
            text, environment: ["CARDSTREAM_STREAM": "variable", "CARDSTREAM_USER": "variable"],
            flags: ["stream": "flag"])
        #expect(config.stream == "flag")
        #expect(config.user == "variable")
        #expect(config.theme == "file")
        #expect(config.profile == "default")
    }

    @Test func `a flag overrides every other setting of a token or key`() throws {
        let variables = [
            "CARDSTREAM_TOKEN": "t", "CARDSTREAM_VIEWER_KEY": "v", "CARDSTREAM_PUBLISHER_KEY": "p",
        ]
        let files = "token_command = \"c\"\nviewer_key_file = \"f\"\npublisher_key_file = \"f\""
        let flags = ["token_file": "a", "viewer_key_file": "b", "publisher_key_file": "c"]
        let config = try load(files, environment: variables, flags: flags)
        #expect(config.token == nil && config.tokenCommand == nil && config.tokenFile == "a")
        #expect(config.viewerKey == nil && config.viewerKeyFile == "b")
        #expect(config.publisherKey == nil && config.publisherKeyFile == "c")
        let exported = try load(files, environment: variables)
        #expect(exported.token == "t" && exported.tokenCommand == nil)
        #expect(exported.viewerKey == "v" && exported.viewerKeyFile == nil)
        // An empty variable counts as not set.
        #expect(try load(files, environment: ["CARDSTREAM_TOKEN": ""]).tokenCommand == "c")
    }

    @Test(arguments: ["\n", "\r\n", " \n\n"]) func `secrets have no white space around them`(end: String) throws {
        let config = try load(
            "",
            environment: [
                "CARDSTREAM_TOKEN": " t\(end)", "CARDSTREAM_VIEWER_KEY": "v\(end)",
                "CARDSTREAM_PUBLISHER_KEY": "p q\(end)", "CARDSTREAM_ENVIRONMENT": "prod\(end)",
            ])
        #expect(config.token == "t" && config.viewerKey == "v" && config.publisherKey == "p q")
        #expect(config.environment == "prod")
        // White space alone counts as not set.
        #expect(try load("", environment: ["CARDSTREAM_PUBLISHER_KEY": end]).publisherKey == nil)
    }

    @Test func `a missing file is fine unless the user named it`() throws {
        #expect(try ConfigLoader(path: "/nonexistent/config.toml").load() == Config())
        let error = #expect(throws: ConfigError.self) {
            try ConfigLoader(path: "/nonexistent/config.toml", isFileRequired: true).load()
        }
        // The message contains the file name only once.
        #expect(error?.description == "/nonexistent/config.toml: cannot be read: No such file or directory")
    }

    @Test func `all mistakes of a file are reported together, in the order of their lines`() throws {
        let text = """
            [containers.a]
            kind = "round"
            colour = "red"
            [containers.b]
            stream = 5
            [screens.desk]
            container = "a"
            [filters]
            bad = "priority:<=x"
            [categories]
            ops = 5
            [[network.policy]]
            host = 5
            [serve]
            max_upload = "much"
            """
        let error = try #require(
            #expect(throws: ConfigError.self) {
                try load("enviroment = \"x\"\ntheme = 5\nundo_window = \"soon\"\n" + text)
            })
        let lines = error.description.split(separator: "\n").map { line in
            line.split(separator: ":", maxSplits: 2)[1]
        }
        #expect(lines == ["1", "2", "3", "5", "6", "8", "12", "14", "16", "18"], "\(error)")
    }

    @Test func `a mistake affects only its setting, and the rest of the file is used`() throws {
        let text = """
            enviroment = "x"
            thme = "ink"
            zzzzzz = 1
            theme = 5
            stream = "ops"
            notify = "loud"
            log_level = "shout"
            profile = "a/b"
            [serve]
            data = 5
            [runtime_variables]
            a = 1
            """
        let (config, mistakes) = try withTemporaryFile(text) { ConfigLoader(path: $0).read() }
        #expect(config.stream == "ops")
        #expect(
            mistakes.map(\.area) == [
                .connection, .display, .unknown, .display, .notifications, .server, .file, .connection, .cards,
            ])
        let broken = try withTemporaryFile("stream = \"ops\"\n[[[") { ConfigLoader(path: $0).read() }
        #expect(broken.mistakes.map(\.area) == [.file])
        // A mistake in a flag belongs to this command, regardless of the area of the setting.
        let flag = ConfigLoader(path: "/nonexistent/config.toml", flags: ["theme": "a", "mouse": "maybe"]).read()
        #expect(flag.mistakes.map(\.area) == [.file])
    }

    @Test func `images are drawn as the terminal supports or as configured`() throws {
        #expect(try load("").images == .auto)
        #expect(try load("images = \"symbols\"").images == .symbols)
        #expect(try load("images = \"sixel\"", environment: ["CARDSTREAM_IMAGES": "off"]).images == .off)
        let flags = ["images": "kitty"]
        #expect(try load("", environment: ["CARDSTREAM_IMAGES": "off"], flags: flags).images == .kitty)
        let error = #expect(throws: ConfigError.self) { try load("images = \"ascii\"") }
        let expected = "one of \"auto\", \"kitty\", \"sixel\", \"symbols\", \"off\""
        #expect(error?.description.contains(expected) == true)
    }

    /// Symbols: base-url-plist, dynamic-type
    @Test func `tables and every kind of value are read`() throws {
        let config = try load(
            """
            server = "https://cards.example"
            mouse = false
            poll_interval = 2.5
            api_protocol = "http"
            text_size = "xl"
            analytics = false
            [serve]
            listen = "127.0.0.1:0"
            """)
        #expect(config.server == "https://cards.example")
        #expect(!config.isMouseEnabled)
        #expect(config.pollInterval == 2.5)
        #expect(config.textSize == .xl)
        #expect(!config.sendsAnalytics && Config().sendsAnalytics)
        #expect(config.apiProtocol == .http)
        #expect(config.listen == "127.0.0.1:0")
    }

    @Test(arguments: [
        ("\n\nthem = \"dark\"", 3, "unknown setting \"them\"; did you mean \"theme\"?"),
        ("mouse = \"yes\"", 1, "mouse is \"yes\"; expected true or false"),
        ("# note\npoll_interval = 0.5", 2, "seconds from 1 to 3600, such as 15 or \"15s\", or 0 for off"),
        ("poll_interval = -1", 1, "seconds from 1 to 3600, such as 15 or \"15s\", or 0 for off"),
        ("poll_interval = \"15\"", 1, "seconds from 1 to 3600, such as 15 or \"15s\", or 0 for off"),
        ("server = \"cards.example\"", 1, "expected an address, \"https://HOST[:PORT]\" or \"http://HOST[:PORT]\""),
        ("server = \"https://\"", 1, "expected an address"),
        ("api_protocol = \"carrier-pigeon\"", 1, "is \"carrier-pigeon\"; expected one of \"websocket\", \"http\""),
        ("theme = 3", 1, "theme is 3; expected a string in quotes"),
        ("images = 4.5", 1, "images is 4.5; expected one of \"auto\""),
        ("[categories]\nfinance = \"bluish\"", 2, "categories.finance is \"bluish\"; expected a colour name"),
        ("[categories]\nfinance = 3", 2, "categories.finance is 3; expected a colour name"),
        ("categories = 3", 1, "categories is 3; expected tables, [categories]"),
        ("serve = true", 1, "serve is true; expected a table, [serve]"),
        ("stream = \"a\"\ntheme = \"dark\nmouse = true", 2, "not closed; expected another \" at its end"),
        ("theme = 'dark # \\", 1, "not closed; expected another ' at its end"),
        ("# it's\n\ntheme = \"\"\"\ndark\n\"x\"\n", 3, "not closed; expected another \"\"\" at its end"),
        ("[serve]\nlisten = 8787", 2, "serve.listen is 8787; expected a string in quotes"),
        ("[serve]\n\n  listn = \"x\"", 3, "did you mean \"serve.listen\"?"),
        ("[keys]\nquit = \"x\"", 1, "unknown table \"keys\"; keys are set in keys.toml"),
        ("[sirve]\nlisten = \"x\"", 1, "unknown table \"sirve\""),
        ("stream = [\"a\"]", 1, "stream is a list; expected a string, from 1 to 64 letters"),
        ("a = 1\nstream = ", 2, "not TOML"),
        ("token = \"abc\"", 1, "CARDSTREAM_TOKEN or the setting token_file"),
    ])
    func `a mistake names its line and what is allowed`(text: String, line: Int, part: String) throws {
        let error = try #require(throws: ConfigError.self) { try load(text) }
        guard case .file(_, let found, _) = error.origin else {
            Issue.record("not about the file: \(error)")
            return
        }
        #expect(found == line)
        #expect(error.description.contains(part), "\(error)")
        #expect(!error.description.contains("abc"), "a secret was shown")
    }

    @Test func `every duration setting accepts seconds or a number with a unit`() throws {
        for text in ["90", "\"90s\"", "\"1m30s\"", "\"PT1M30S\""] {
            #expect(try load("poll_interval = \(text)").pollInterval == 90, "\(text)")
        }
        for text in ["90", "90s", "1m30s", "PT1M30S"] {
            #expect(try load("", environment: ["CARDSTREAM_POLL_INTERVAL": text]).pollInterval == 90, "\(text)")
            #expect(try load("", flags: ["poll_interval": text]).pollInterval == 90, "\(text)")
        }
        #expect(throws: ConfigError.self) { try load("undo_window = \"2h\"") }
    }

    @Test func `polling can be turned off in every setting for it`() throws {
        #expect(try load("poll_interval = 0").pollInterval == 0)
        #expect(try load("", environment: ["CARDSTREAM_POLL_INTERVAL": "0"]).pollInterval == 0)
        #expect(try load("", flags: ["poll_interval": "0"]).pollInterval == 0)
        #expect(throws: ConfigError.self) { try load("", flags: ["poll_interval": "0.9"]) }
        let stream = #expect(throws: ConfigError.self) { try load("", flags: ["stream": "a b"]) }
        #expect(stream?.description.contains("\"a b\": expected from 1 to 64 letters") == true)
    }

    @Test func `the error for a wrong variable or flag names it`() throws {
        let variable = try #require(throws: ConfigError.self) {
            try load("", environment: ["CARDSTREAM_POLL_INTERVAL": "soon"])
        }
        #expect(variable.description.hasPrefix("CARDSTREAM_POLL_INTERVAL: \"soon\" is not a number"))
        let flag = try #require(throws: ConfigError.self) { try load("", flags: ["api_protocol": "x"]) }
        #expect(flag.description.hasPrefix("--api-protocol: "))
    }

    @Test func `the documented default of every setting is its default`() throws {
        for key in ConfigKey.all where !key.defaultValue.isEmpty {
            let value = try #require(key.value(fromText: key.defaultValue), "\(key.name)")
            var config = Config()
            key.store(&config, value)
            #expect(config == Config(), "\(key.name) = \(key.defaultValue) is not the default")
        }
    }

    @Test(arguments: [
        ([:], "/.config/cardstream/config.toml"),
        (["HOME": "/home/ana"], "/home/ana/.config/cardstream/config.toml"),
        (["HOME": "/home/ana", "XDG_CONFIG_HOME": "/etc/x"], "/etc/x/cardstream/config.toml"),
        (["HOME": "/home/ana", "XDG_CONFIG_HOME": "relative"], "/home/ana/.config/cardstream/config.toml"),
    ])
    func `paths follow the base directory specification`(environment: [String: String], expected: String) {
        let path = Paths(environment: environment).configurationFile
        #expect(path == expected || path == "/" + expected)
    }

    @Test(arguments: [
        ("https://cards.example", true), ("http://127.0.0.1:8787", true), ("https://cards.example/feed", true),
        ("", true), ("https://", false), ("ftp://host", false), ("https://ana:secret@host", false),
        ("http://ana@host", false), ("https://host:port", false), ("https://ho st", false),
    ])
    func `a server is an address without a user`(text: String, isFine: Bool) throws {
        let key = try #require(ConfigKey.all.first { $0.name == "server" })
        #expect((key.value(fromText: text) != nil) == isFine)
    }

    @Test(arguments: [("theem", "theme"), ("pol_interval", "poll_interval"), ("xyzzy", nil)])
    func `spelling finds the nearest name`(typed: String, expected: String?) {
        #expect(Spelling.nearest(to: typed, among: ConfigKey.all.map(\.name)) == expected)
    }
}
