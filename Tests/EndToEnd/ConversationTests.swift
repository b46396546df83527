import Basics
import ComapiEmulator
import ComapiEmulatorServer
import EmulatorHTTP
import Foundation
import Support
import Testing

/// The conversation commands with a service over HTTP, for which a command of the user creates tokens.
@Suite struct ConversationTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Runs a test with a service and a configuration for it.
    private func withService(_ test: (ComapiDemo) async throws -> Void) async throws {
        let demo = try await ComapiDemo.start()
        let result: Result<Void, any Error>
        do {
            let script = directory.url.appending(path: "token.sh")
            try ConversationService.tokenScript(demo.userID, demo.configuration).write(
                to: script, atomically: true, encoding: .utf8)
            try """
            [sources.team]
            kind = "comapi"
            space = "\(demo.configuration.apiSpaceID)"
            base_url = "\(demo.baseURL)"
            token_command = "sh \(script.path)"
            """.write(to: directory.url.appending(path: "config.toml"), atomically: true, encoding: .utf8)
            result = .success(try await test(demo))
        } catch { result = .failure(error) }
        await demo.close()
        try result.get()
    }

    /// Runs a command on a separate thread, because the service needs the threads of this process.
    private func run(_ words: String..., input: String? = nil) async throws -> Command.Result {
        try await run(words, input: input)
    }

    private func run(_ words: [String], input: String? = nil) async throws -> Command.Result {
        let environment = [
            "PATH": "/usr/bin:/bin", "HOME": directory.url.path, "LANG": "C.UTF-8", "TZ": "UTC",
            "CARDSTREAM_CONFIG": directory.url.appending(path: "config.toml").path, "CARDSTREAM_UNDO_WINDOW": "0",
        ]
        return try await Blocking.run {
            Result { try Command.finish(Command.cardstream, words, input: input, environment: environment) }
        }.get()
    }

    /// Checks each line of the output against a schema.
    private func check(_ output: String, by subject: String, location: SourceLocation = #_sourceLocation) throws {
        let schema = try JSONSchema(of: subject)
        let lines = output.split(separator: "\n").map(String.init)
        #expect(!lines.isEmpty, sourceLocation: location)
        for line in lines { #expect(try schema.problems(of: line) == [], "\(line)", sourceLocation: location) }
    }

    /// Converts a JSON document of several lines to one line.
    private func line(_ document: String) throws -> String {
        let value = try JSONSerialization.jsonObject(with: Data(document.utf8))
        return String(decoding: try JSONSerialization.data(withJSONObject: value), as: UTF8.self)
    }

    @Test func `conversations, messages and profiles are listed`() async throws {
        try await withService { _ in
            let table = try await run("conversations")
            #expect(table.status == 0 && table.output.contains("release"), "\(table)")
            #expect(!table.output.contains("lobby"), "\(table)")
            try check(try await run("conversations", "--json").output, by: "conversation")
            #expect(try await run("conversations", "--public").output.contains("lobby"))

            let messages = try await run("messages", "release", "--limit", "2")
            #expect(messages.output.split(separator: "\n").count == 2, "\(messages)")
            #expect(messages.output.hasSuffix("ben: Ana, shall we publish at four?\n"), "\(messages)")
            let lines = try await run("messages", "release", "--json").output
            try check(lines, by: "message")
            let first = try #require(lines.firstMatch(of: /"event":(\d+)/)).1.description
            #expect(try await run("messages", "release", "--before", first).status == 3)
            #expect(try await run("messages", "elsewhere").status != 0)

            let profile = try await run("profile")
            #expect(profile.output.contains("ana@example.com"))
            try check(try line(profile.output), by: "profile")
            #expect(try await run("profile", "--json").output == profile.output)
            let set = ["user", "set", "--source", "team"]
            let changed = try await run(set + ["firstName=Anna", "shoe=39", "age:=41", "--json"])
            try check(try line(changed.output), by: "profile")
            let conflict = try await run(set + ["firstName=Bea", "--if-match", "old"])
            #expect(conflict.status == 1 && conflict.output.isEmpty, "\(conflict)")
            #expect(conflict.error.contains("conflict: ") && conflict.error.contains("its entity tag is now"))
            let tag = try #require(changed.output.firstMatch(of: /"_etag" *: *"(.*)"/))
            let etag = tag.1.description.replacing("\\\"", with: "\"")
            #expect(try await run(set + ["firstName=Anna", "--if-match", etag]).status == 0)
            #expect(try await run("user", "set", "name=Ana", "--if-match", etag).status == 2)
            let found = try await run("profiles", "firstName^=An", "--json")
            #expect(found.output.contains(#""shoe":"39""#), "\(found)")
            try check(found.output, by: "profile")
            #expect(try await run("profiles", "firstName=Bea").status == 3)
            for condition in ["=Bea", "age>=", "firstName^="] {
                #expect(try await run("profiles", condition).status == 2, "\(condition)")
            }
            let own = try await run(set + ["_etag=1"])
            #expect(own.status == 2 && own.error.contains("\"_etag\" cannot be set"), "\(own)")
            let unknown = try await run("profile", "dora")
            #expect(unknown.status == 3, "\(unknown)")
        }
    }

    @Test func `doctor reports the error output of the token command, and the damaged file`() async throws {
        try await withService { demo in
            let well = try await run("doctor").output
            #expect(well.contains("comapi, stream conversations: logged in as ana"), "\(well)")
            let state = directory.url.appending(path: ".local/state/cardstream")
            let files = FileManager.default.enumerator(atPath: state.path)?.compactMap { $0 as? String } ?? []
            let folder = try #require(files.first { $0.hasSuffix("/team") }, "\(files)")
            let marks = state.appending(path: "\(folder)/conversations.json")
            try Data("{\"profile\": ".utf8).write(to: marks)
            let damaged = try await run("doctor")
            #expect(damaged.status == 1)
            let line = damaged.output.split(separator: "\n").first { $0.hasPrefix("fail  source team") }
            #expect(line?.contains("conversations.json is damaged") == true, "\(damaged)")
            #expect(line?.contains("Move the file away to continue") == true, "\(damaged)")
            try FileManager.default.removeItem(at: state.appending(path: folder))

            let config = directory.url.appending(path: "config.toml")
            let text = try String(contentsOf: config, encoding: .utf8)
            let broken = text.replacing(
                /token_command = .*/, with: #"token_command = "printf '\\033[31mno key\\033[0m' >&2; exit 3""#)
            try broken.write(to: config, atomically: true, encoding: .utf8)
            let refused = try await run("doctor").output
            #expect(refused.contains("token_command: exit code 3: no key"), "\(refused)")
        }
    }

    @Test func `doctor distinguishes a wrong space from a wrong token, with a remedy`() async throws {
        try await withService { _ in
            let config = directory.url.appending(path: "config.toml")
            let text = try String(contentsOf: config, encoding: .utf8)
            try text.replacing(/space = .*/, with: #"space = "other""#).write(
                to: config, atomically: true, encoding: .utf8)
            let space = try await run("doctor")
            #expect(space.status == 1)
            let first = space.output.split(separator: "\n").first { $0.hasPrefix("fail  source team") }
            #expect(first?.contains("the space \"other\" does not exist on") == true, "\(space)")

            try text.replacing(/token_command = .*/, with: #"token_command = "echo a.b.c""#).write(
                to: config, atomically: true, encoding: .utf8)
            let token = try await run("doctor").output
            let second = token.split(separator: "\n").first { $0.hasPrefix("fail  source team") }
            #expect(second?.contains("does not accept the token from token_command (HTTP 401)") == true, "\(token)")
            #expect(second?.contains("check the token's secret, issuer, audience") == true, "\(token)")
        }
    }

    @Test func `a conversation is created, changed only with the current entity tag, and deleted`() async throws {
        try await withService { _ in
            let created = try await run("conversation", "create", "Next", "--id", "next", "--with", "ben", "--json")
            #expect(created.status == 0, "\(created)")
            try check(try line(created.output), by: "conversation")
            #expect(try await run("conversation", "create", "Next", "--id", "next").status == 1)
            let json = try JSONSerialization.jsonObject(with: Data(created.output.utf8)) as? [String: Any]
            let etag = try #require(json?["etag"] as? String)
            let renamed = try await run("conversation", "update", "next", "--name", "Later", "--if-match", etag)
            #expect(renamed.status == 0 && renamed.output.contains("Later"), "\(renamed)")
            let conflict = try await run("conversation", "update", "next", "--name", "Never", "--if-match", etag)
            #expect(conflict.status == 1 && conflict.output.isEmpty, "\(conflict)")
            #expect(conflict.error.contains("conflict: "), "\(conflict)")
            #expect(conflict.error.contains("its entity tag is now"), "\(conflict)")
            #expect(try await run("conversation", "show", "next", "--json").output.contains("Later"))
            #expect(try await run("conversation", "add", "next", "cleo", "--owner").output.contains("cleo"))
            let removed = try await run("conversation", "remove", "next", "ben", "--json")
            #expect(removed.status == 0 && removed.output.contains("\"ben\""), "\(removed)")
            try check(try line(removed.output), by: "removal")
            #expect(try await run("conversation", "show", "next").output.contains("\"ben\"") == false)
            let deleted = try await run("conversation", "delete", "next", "--json")
            #expect(deleted.status == 0 && deleted.output.contains("\"deleted\""), "\(deleted)")
            try check(try line(deleted.output), by: "removal")
            #expect(try await run("conversation", "show", "next").status == 3)
        }
    }

    @Test func `a sent message reaches the conversation once`() async throws {
        try await withService { _ in
            let said = try await run("say", "lunch", "See you there", "--json")
            #expect(said.status == 0, "\(said)")
            try check(said.output, by: "act")
            let piped = try await run("say", "lunch", "-", input: "From a pipe\n")
            #expect(piped.status == 0 && piped.output == "sent a message to lunch\n", "\(piped)")
            #expect(try await run("say", "lunch", " ").status == 2)
            let elsewhere = try await run("say", "elsewhere", "Hello")
            #expect(elsewhere.status == 3 && !elsewhere.error.contains("nevertheless"), "\(elsewhere)")
            let kept = try await run("say", "lunch", "Later", "--no-wait")
            #expect(kept.output == "the message to lunch is stored and waiting to be sent\n", "\(kept)")
            #expect(try await run("say", "lunch", "Last").status == 0)
            let messages = try await run("messages", "lunch").output
            for text in ["See you there", "From a pipe", "Later", "Last"] {
                #expect(messages.matches(of: try Regex(": \(text)\n")).count == 1, "\(messages)")
            }
        }
    }

    @Test func `a conversation that is snoozed or dismissed can be written to, and a public one after joining it`()
        async throws
    {
        try await withService { _ in
            #expect(try await run("act", "snooze", "lunch", "1h").status == 0)
            let snoozed = try await run("say", "lunch", "While snoozed")
            #expect(snoozed.status == 0 && snoozed.output == "sent a message to lunch\n", "\(snoozed)")
            #expect(try await run("cards").output.contains("lunch") == false)
            #expect(try await run("cards", "--filter", "is:snoozed").output.contains("lunch"))
            #expect(try await run("act", "wake", "lunch").status == 0)

            #expect(try await run("act", "dismiss", "lunch").status == 0)
            #expect(try await run("cards").output.contains("lunch") == false)
            let dismissed = try await run("say", "lunch", "While dismissed", "--json")
            #expect(dismissed.status == 0, "\(dismissed)")
            try check(dismissed.output, by: "act")
            #expect(try await run("cards").output.contains("lunch"))
            let messages = try await run("messages", "lunch").output
            for text in ["While snoozed", "While dismissed"] {
                #expect(messages.matches(of: try Regex(": \(text)\n")).count == 1, "\(messages)")
            }

            let outside = try await run("say", "lobby", "Hello")
            #expect(
                outside.status == 1 && outside.error.contains("run: cardstream conversation add lobby ana\n"),
                "\(outside)")
            #expect(try await run("conversation", "add", "lobby", "ana").status == 0)
            let joined = try await run("say", "lobby", "Hello")
            #expect(joined.status == 0, "\(joined)")
        }
    }
}
