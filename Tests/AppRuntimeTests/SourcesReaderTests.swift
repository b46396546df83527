import AppCore
import Cards
import Support
import Testing

@testable import AppRuntime

/// The tables `[sources.NAME]`.
struct SourcesReaderTests {
    private func load(_ text: String) throws(ConfigError) -> Config {
        var config = Config()
        let mistakes = ConfigLoader(path: "config.toml").merge(file: Array(text.utf8), into: &config)
        if let all = ConfigError.joined(mistakes) { throw all }
        return config
    }

    static let team = """
        [sources.team]
        kind = "comapi"
        space = "5d1"
        token_command = "print-token"
        """

    @Test func `a source uses its settings and defaults for the others`() throws {
        let config = try load(Self.team)
        #expect(
            config.sources == [
                SourceConfig(
                    name: "team", kind: "comapi", stream: "conversations",
                    values: [
                        "space": "5d1", "token_command": "print-token", "profile_claim": "sub",
                        "base_url": "https://api.comapi.com",
                    ])
            ])
        let other = try load(
            "\(Self.team)\nstream = \"talk\"\nbase_url = \"http://127.0.0.1:9\"\nprofile_claim = \"id\"")
        #expect(other.sources.first?.stream == "talk" && other.sources.first?["base_url"] == "http://127.0.0.1:9")
        #expect(other.sources.first?["profile_claim"] == "id" && other.sources.first?["unknown"] == "")
    }

    @Test(arguments: [
        (
            "[sources.team]\nspace = \"5d1\"",
            "config.toml:1: sources.team has no kind; expected kind = one of \"comapi\", \"cordial\""
        ),
        (
            "[sources.team]\nkind = \"irc\"",
            "config.toml:2: sources.team.kind is \"irc\"; expected one of \"comapi\", \"cordial\""
        ),
        (
            "[sources.team]\nkind = \"comapi\"\ntoken_command = \"x\"",
            "config.toml:1: sources.team has no space; expected space = \"…\""
        ),
        (
            "\(SourcesReaderTests.team)\nspaec = \"x\"",
            "config.toml:5: unknown setting \"spaec\" of sources.team; did you mean \"space\"?"
        ),
        (
            "\(SourcesReaderTests.team)\nstream = \"inbox\"",
            "config.toml:5: sources.team.stream is \"inbox\", which is the feed's stream; expected a different stream"
        ),
        (
            "\(SourcesReaderTests.team)\nbase_url = \"ftp://x\"",
            "config.toml:5: sources.team.base_url is \"ftp://x\"; expected an address, \"https://HOST[:PORT]\" or \"http://HOST[:PORT]\", without a user name or password"
        ),
        ("sources = 1", "config.toml:1: sources is 1; expected tables, [sources.NAME]"),
        (
            "[sources]\nteam = 1",
            "config.toml:2: sources.team is not a table; write a table [sources.team] with its settings"
        ),
        (
            "[sources.\"a b\"]\nkind = \"comapi\"",
            "config.toml:1: \"a b\" cannot be the name of a source; expected a name of letters, digits, \".\", \"_\" and \"-\", beginning with a letter or digit"
        ),
        (
            "\(SourcesReaderTests.team)\n\(SourcesReaderTests.team.replacing("team", with: "crew"))",
            "config.toml:5: sources.crew and sources.team have the same stream \"conversations\"; give one of them a different stream: stream = \"crew\""
        ),
    ])
    func `a mistake is reported with its line`(text: String, words: String) {
        #expect { try load(text) } throws: { "\($0)" == words }
    }

    @Test func `a flag may choose the stream of a source`() throws {
        var config = Config()
        let loader = ConfigLoader(path: "config.toml", flags: ["stream": "conversations"])
        #expect(loader.merge(file: Array(Self.team.utf8), into: &config).isEmpty)
        #expect(config.sources.map(\.stream) == ["conversations"])
    }

    @Test func `a source gets its own screen unless a container shows its stream`() throws {
        let sources = try load(Self.team).sources
        let screens = ScreensConfig.single("inbox").showing(sources)
        #expect(screens.streams == ["inbox", "conversations"])
        #expect(screens.screens.map(\.name) == ["stream", "team"] && screens.screens.last?.title == "Team")
        let titled = ScreensConfig.single("inbox").showing(try load("\(Self.team)\ntitle = \"My team\"").sources)
        #expect(titled.screens.last?.title == "My team" && titled.screens.last?.name == "team")
        #expect(screens.showing(sources) == screens)
    }

    @Test func `the example of a kind contains all its settings and can be read`() throws {
        let text = SourcesReader.example
        for kind in SourceKind.all {
            #expect(text.contains("kind = \"\(kind.name)\"") && text.contains(kind.help))
            for setting in kind.settings { #expect(text.contains("\(setting.name) = ")) }
        }
        let tables = text.split(separator: "\n").filter { $0.contains(" = ") || $0.hasPrefix("[") }
            .split(separator: "[sources.NAME]").map { (["[sources.NAME]"] + $0).joined(separator: "\n") }
        #expect(try tables.flatMap { try load($0).sources.map(\.kind) } == SourceKind.all.map(\.name))
    }
}
