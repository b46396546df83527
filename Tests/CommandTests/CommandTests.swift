import AppCore
import AppRuntime
import ArgumentParser
import CardSession
import Cards
import FeedAPI
import FeedServer
import FeedStorage
import Foundation
import Support
import Testing
import Theming

@testable import cardstream

struct ExitCodeTests {
    @Test(arguments: [
        (FeedError.network("down"), AppRuntime.ExitStatus.network), (.unreachable("refused"), .network),
        (.tls("no"), .network),
        (.denied("no"), .failure),
        (.malformed("html"), .network),
        (.noToken("none"), .authentication), (.cancelled, .interrupted),
        (.server(Problem(.unauthenticated), retryAfter: nil), .authentication),
        (.server(Problem(.tokenExpired), retryAfter: nil), .authentication),
        (.server(Problem(.forbidden), retryAfter: nil), .authentication),
        (.server(Problem(.unknownCard), retryAfter: nil), .nothingMatched),
        (.server(Problem(.badCard), retryAfter: nil), .failure),
        (.server(Problem(.internalError), retryAfter: nil), .network),
        (.server(Problem(.headersTooSlow), retryAfter: nil), .network),
        (.server(Problem(.unrecognised, status: 408), retryAfter: nil), .network),
        (.server(Problem(.tooManyConnections), retryAfter: nil), .network),
        (.server(Problem(.unrecognised, status: 418), retryAfter: nil), .failure),
    ])
    func `each failure has its exit code, whether it comes from a source or from the server`(
        error: FeedError, status: AppRuntime.ExitStatus
    ) {
        #expect(CommandFailure(error).status == status)
        #expect(CommandFailure(SourceError(error)) == CommandFailure(error))
    }

    @Test(arguments: [
        (["schema", "--no-such-flag"], AppRuntime.ExitStatus.usage), (["publsh"], .usage),
        (["view", "--size", "1"], .usage), (["config", "--server"], .usage),
    ])
    func `usage errors are distinguished from failures`(arguments: [String], status: AppRuntime.ExitStatus) {
        #expect(Program.run(arguments) == status)
    }

    private static let odd = "/tmp/a\nb\u{1B}[31m"

    @Test(
        arguments: [
            ConfigError(.file(path: odd, line: 3), "x"), ConfigError(.file(path: odd, line: nil), "x"),
            FileProblem(path: odd, doing: "read", code: 2), ScriptError(file: odd, line: 1, message: "x"),
            StorageError.inUse(directory: odd), StorageError.unusable(path: odd, reason: "x"),
            StorageError.damaged(path: odd, reason: "x"), StorageError.newer(path: odd),
            FeedServerError.exposedKeys(path: odd), StorageError.writableByOthers(directory: odd, mode: 0o777),
            FeedServerError.storage(.unusable(path: odd, reason: "x")),
            StorageError.foreign(directory: odd, owner: 1), SessionError.inUse(path: odd, processID: nil),
            SessionError.newerDatabase(path: odd), SessionError.unusable(path: odd, reason: "x"),
            ThemeError.unreadable(file: odd, reason: "x"),
            ThemeError.notFound(name: odd, searched: [odd], builtIn: ["dark"]),
        ] as [any Error])
    func `no file name breaks the line of an error`(error: any Error) {
        let message = CommandFailure(error).message
        #expect(message.contains("/tmp/a\\nb\\u{1B}[31m"))
        #expect(message == message.escapingControls)
    }

    @Test(arguments: [
        ("card-closed", 409, AppRuntime.ExitStatus.nothingMatched), ("unknown-card", 404, .nothingMatched),
        ("not-offered", 409, .failure), ("forbidden", 403, .authentication),
    ])
    func `each response of the server to an action has an exit code`(
        problem: String, status: Int, expected: AppRuntime.ExitStatus
    ) {
        let error = RequestError.data(.init("x", httpStatus: status, problem: problem))
        #expect(CommandFailure(error).status == expected)
    }

    @Test(arguments: [
        (true, AppRuntime.ExitStatus.kept, "the action is stored"), (false, .unknown, "not stored on this machine"),
    ])
    func `an action without a response says whether it is stored`(
        isKept: Bool, expected: AppRuntime.ExitStatus, words: String
    ) {
        let cause = RequestError.Cause(
            "no response in time; it is under way", underlying: [.init("no response in time")], isPending: true)
        let failure = ActOptions.pending(.network(cause), isKept: isKept)
        #expect(failure.status == expected)
        #expect(failure.message.hasPrefix("no response in time; ") && failure.message.contains(words))
    }

    /// The parser requests all names at every start, and determines names that are not given explicitly by reflection,
    /// which takes a third of the time until the first card is shown.
    @Test func `every command says its own name`() {
        let nameless = Cardstream.configuration.subcommands.filter { $0.configuration.commandName == nil }
        #expect(nameless.map { "\($0)" } == [])
    }

    @Test func `an unknown command names the nearest`() {
        #expect(Cardstream.commandError(for: ["publsh"]) == "unknown command \"publsh\"; did you mean \"publish\"?")
        #expect(Cardstream.commandError(for: ["a\nb"])?.hasPrefix("unknown command \"a\\nb\"") == true)
        #expect(Cardstream.commandError(for: ["publish"]) == nil)
        #expect(Cardstream.commandError(for: ["snooz"]) == "unknown command \"snooz\"; did you mean \"act snooze\"?")
        #expect(
            Cardstream.commandError(for: ["act", "snoze", "1"])
                == "unknown command \"act snoze\"; did you mean \"act snooze\"?")
        #expect(Cardstream.commandError(for: ["act", "xyz"])?.contains("known: dismiss, submit") == true)
        // If a group has a default command, the word is an argument of that command.
        #expect(Cardstream.commandError(for: ["categories", "offf"]) == nil)
        #expect(Cardstream.commandError(for: ["act", "snooze"]) == nil)
        #expect(Cardstream.commandError(for: ["--version"]) == nil)
    }
}

struct ManualTests {
    @Test func `the manual lists every command that can be bound to a key`() {
        let page = Manual.page
        for entry in Command.table {
            let name = entry.name.replacing("-", with: "\\-")
            #expect(page.contains(".B \(entry.name)\n") || page.contains(".B \(name)\n"), "\(entry.name)")
        }
    }

    @Test func `every command has a manual page with the contents of its help`() throws {
        let commands = try CommandHelp.all()
        for command in Cardstream.configuration.subcommands {
            #expect(commands.contains { $0.path == ["cardstream", command._commandName] }, "\(command)")
        }
        #expect(Set(commands.map(\.pageName)).count == commands.count)
        for command in commands {
            let page = command.page
            #expect(page.hasPrefix(".TH \(command.pageName.uppercased()) 1"))
            #expect(!command.abstract.isEmpty && !command.arguments.isEmpty, "\(command.pageName)")
            for argument in command.arguments {
                #expect(!argument.help.isEmpty, "\(command.pageName) \(argument.term)")
                #expect(page.contains(RoffPage.escape(argument.term)), "\(command.pageName) \(argument.term)")
            }
        }
    }

    @Test func `a manual page is valid roff for any help text`() {
        var page = RoffPage()
        page.item("-x", "one\n.two")
        page.help("A text -\n.with a dot\n\nEXAMPLES\n  cardstream a\\b\n  it's\nPlain again\n'quoted")
        #expect(
            page.roff == #"""
                .TP
                .B \-x
                one
                \&.two
                A text \-
                \&.with a dot
                .PP
                .SH EXAMPLES
                .nf
                  cardstream a\eb
                  it's
                .fi
                Plain again
                \&'quoted
                """#)
    }
}

struct CardInputTests {
    private let input = CardInput(
        name: "cards.jsonl", streamID: StreamID("ops"), users: [], fallbackUser: "me", key: nil)

    @Test func `cards and whole requests may be mixed, and flags fill what is missing`() throws {
        let lines = """
            {"content":[{"type":"headline","text":"A"}]}

            {"stream":"other","users":["ana","ben"],"key":"k","card":{"content":[{"type":"headline","text":"B"}]}}
            """
        let requests = try input.requests(Array(lines.utf8), isLines: true)
        #expect(requests.map(\.streamID) == [StreamID("ops"), StreamID("other")])
        #expect(requests.map(\.users) == [["me"], ["ana", "ben"]])
        #expect(requests.map(\.key) == [nil, "k"])
    }

    @Test func `a mistake names file, line, pointer and what is expected, and nothing is sent`() throws {
        let lines = """
            {"content":[{"type":"headline","text":"A"}]}
            {"content":[{"type":"headline"}]}
            {"card":{"priority":99,"content":[{"type":"headline","text":"C"}]}}
            not json
            """
        let failure = try #require(throws: CommandFailure.self) {
            try input.requests(Array(lines.utf8), isLines: true)
        }
        #expect(failure.status == .failure)
        #expect(failure.message.contains("cards.jsonl:2:13: /content/0/text: expected"))
        #expect(failure.message.contains("cards.jsonl:3:21: /card/priority: expected a whole number from 1 to 10"))
        #expect(failure.message.contains("cards.jsonl:4:2: not JSON"))
    }

    @Test func `an array contains cards, and lines are distinguished from a document`() throws {
        let card = #"{"content":[{"type":"headline","text":"A"}]}"#
        #expect(try input.requests(Array("[\(card),\n\(card)]".utf8), isLines: false).count == 2)
        #expect(try input.requests(Array("\(card)\n\(card)\n".utf8), isLines: false).count == 2)
        let failure = try #require(throws: CommandFailure.self) {
            try input.requests(Array("[\(card),\n  {\"card\":{\"content\":3}}]".utf8), isLines: false)
        }
        #expect(failure.message.contains("cards.jsonl:2:22: /1/card/content: expected an array"))
    }

    @Test(arguments: ["", " \n\n"])
    func `an empty input matches nothing`(text: String) throws {
        for isLines in [true, false] {
            let failure = try #require(throws: CommandFailure.self) {
                try input.requests(Array(text.utf8), isLines: isLines)
            }
            #expect(failure.status == .nothingMatched)
        }
    }
}

struct ServerKeysTests {
    @Test func `environments, keys and each kind of verification are read`() throws {
        let config = try ServerKeys.parse(
            """
            [[environment]]
            id = "production"
            publisher_keys = ["p1", "p2"]
            user_claim = "uid"
            [[environment.viewer]]
            key = "v1"
            hs256_secret = "s"
            [[environment.viewer]]
            key = "v2"
            es256_public_key = "pem"
            """, path: "keys.toml")
        #expect(
            config.environments == [
                ServerConfig.Environment(
                    id: "production",
                    viewerKeys: [
                        ServerConfig.ViewerKey(key: "v1", verification: .hs256(secret: "s")),
                        ServerConfig.ViewerKey(key: "v2", verification: .es256(publicKey: "pem")),
                    ], publisherKeys: ["p1", "p2"], userClaim: "uid")
            ])
    }

    @Test func `the keys file of the guide is valid, and has each kind of verification`() throws {
        let text = try GuideFile(topic: "server").text
        let start = try #require(text.range(of: "```toml\n[[environment]]"))
        let rest = text[text.index(start.lowerBound, offsetBy: "```toml\n".count)...]
        let example = String(rest[..<(try #require(rest.range(of: "```")).lowerBound)])
        // The guide leaves out most of the long keys.
        let whole = example.replacing("MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA…", with: Self.rsaKey)
        let config = try ServerKeys.parse(Array(whole.utf8), path: "keys.toml", checkingKeys: true)
        #expect(
            config.environments.flatMap(\.viewerKeys).map(\.verification.algorithm)
                == ["HS256", "ES256", "RS256", "RS512"])
        #expect(config.environments.map(\.userClaim) == [nil, "employee"])
        #expect(config.environments.map(\.pushEnvironments) == [[.sandbox, .production], [.production]])
        #expect(config.environments.allSatisfy { !$0.publisherKeys.isEmpty })
    }

    private static let rsaKey = """
        MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAtNX5hkFrlqB2Lv9iGM+q
        GhDyT7IQP2RSMYqv4xV20RxdeC2BKF+3QkHElUd0U9vtn3NKQgNAMgcnIdAcIU/5
        9rlz0/2qNr/dPXG5NBqzhiJVFvhpicN5f8gLLvIvMXGzmkxWXXXn3mpUWxtauSRy
        EE4Lg16PIPEPv7nnG9SE+0MVRDe6pwg6/l94Pyb3rMdqfqOq9VMiul87iLc2ILnI
        wk99CW9IImTo3d51aNwaAljNM+3nQkPhEZrp3kl7PwjomHyU1QrMy4ndVO0C61CB
        +dWVjL8hg4nhEjSJDM/KjJquVgEzxpxHIL7BsST7KM1ys6BmNWgFKlieYZBkQLSC
        2wIDAQAB
        """

    static let mistakes: [(String, Int?, String)] = [
        ("", nil, "expected at least one [[environment]]"),
        ("\nx = 1", 2, "unknown key \"x\"; expected [[environment]]"),
        ("environments = 1", 1, "did you mean \"environment\"?"),
        ("[[environment]]\nid = 1", 2, "environment 1, id: expected a string in quotes"),
        (
            "[environment]\nid = \"a\"", 1,
            "environment: expected a list of tables: begin each table with [[environment]]"
        ),
        ("[[environment]]\nid = \"a\"\n[[environment]]\nid = \"a\"", 4, "repeats the id \"a\""),
        ("[[environment]]\nid = \"a\"\n[[environment.viewer]]\nkey = \"k\"", 3, "exactly one of"),
        ("[[environment]]\nid = \"a\"\n[environment.viewer]\nkey = \"hush\"", 3, "with [[environment.viewer]]"),
        ("[[environment]]\nid = \"a\"\nsecret = \"hush\"", 3, "unknown key \"secret\" in environment 1; known:"),
        ("[[environment]]\nid = \"a\"\npublisher_key = \"hush\"", 3, "did you mean \"publisher_keys\"?"),
        ("[[environment]]\nid = \"a\"\npublisher_keys = \"hush\"", 3, "expected a list of strings"),
        ("[[environment]]\nid = \"a\"\npublisher_keys = [\"hush\",\n5]", 4, "publisher_keys 2: expected a list"),
        (
            "[[environment]]\nid = \"a\"\npush_environments = [\"sandbox\", \"live\"]", 3,
            "push_environments 2: expected a list of \"sandbox\" and \"production\""
        ),
        ("[[environment]]\nid = \"a\"\npush_environments = \"sandbox\"", 3, "expected a list of \"sandbox\""),
        ("[[environment]]\nid = \"a\"\nuser_claim = 5", 3, "user_claim: expected a string in quotes"),
        (
            "[[environment]]\nid = \"a\"\n[[environment.viewer]]\nkey = \"hush\"\nhs256_secret = 5", 5,
            "environment 1, viewer 1, hs256_secret: expected a string"
        ),
        ("[[environment]]\nid = \"a\nb = 3", 2, "not closed"),
    ]

    @Test(arguments: mistakes)
    func `a mistake is told with its line, without showing a value`(text: String, line: Int?, part: String) throws {
        let error = try #require(throws: ConfigError.self) { try ServerKeys.parse(text, path: "keys.toml") }
        #expect(error.line == line, "\(error)")
        #expect(error.description.contains(part), "\(error)")
        #expect(!error.description.contains("hush"))
    }
}
