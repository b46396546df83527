import AppRuntime
import ArgumentParser
import Basics
import CardStreamComapi
import Cards
import Testing

@testable import cardstream

/// The output and the errors of the conversation commands.
struct ConversationLinesTests {
    private static let message = ConversationMessage([
        "id": "m1", "sentEventId": 7, "metadata": ["key": 1],
        "context": [
            "conversationId": "release", "from": ["id": "ben", "name": "Ben"], "sentOn": "2026-11-22T14:02:00.000Z",
        ],
        "parts": [
            ["type": "text/plain", "data": "On my way\n22 Nov 14:03  ana: Never"],
            ["type": "application/pdf", "name": "plan.pdf", "url": "https://example.com/plan", "size": 12],
        ],
        "statusUpdates": ["ana": ["status": "read", "on": "2026-11-22T14:03:00.000Z"]],
    ])

    /// The members of an object that a schema does not name, and missing required members.
    private func problems(_ value: JSONValue, _ schema: JSONValue) -> [String] {
        guard let object = value.object else { return ["not an object"] }
        let unknown = object.members.map(\.key).filter { schema["properties"]?[$0] == nil }
        return unknown + (schema["required"]?.array ?? []).compactMap(\.string).filter { object[$0] == nil }
    }

    @Test func `a message is a line, and the lines of its text cannot look like another message`() throws {
        let message = try #require(Self.message)
        #expect(
            message.line(in: LocalZone(firstOffset: 0)) == """
                Sun 22 Nov 2026 14:02  Ben: On my way
                  22 Nov 14:03  ana: Never [plan.pdf https://example.com/plan]
                """)
    }

    @Test func `a message is printed with its files and its status, as its schema says`() throws {
        let printed = try #require(Self.message).printed()
        #expect(problems(printed, OutputSchema.message) == [])
        #expect(printed["event"] == 7 && printed["from"] == "ben" && printed["status"] == ["ana": "read"])
        let file = try #require(printed["files"]?.array?.first)
        #expect(file == ["name": "plan.pdf", "type": "application/pdf", "url": "https://example.com/plan", "size": 12])
        let files = try #require(OutputSchema.message["properties"]?["files"]?["items"])
        #expect(problems(file, files) == [])
    }

    @Test func `a conversation is printed with all its members, as its schema says`() throws {
        let conversation = try #require(
            Conversation([
                "id": "release", "name": "Release", "description": "All of it", "isPublic": true,
                "participantCount": 2, "latestSentEventId": 9, "_etag": "e1",
                "_createdOn": "2026-11-22T14:02:00.000Z", "_updatedOn": "2026-11-22T14:02:00.000Z",
            ]))
        let printed = conversation.printed([Participant("ana", role: .owner)])
        #expect(problems(printed, OutputSchema.conversation) == [])
        #expect(printed.object?.count == OutputSchema.conversation["properties"]?.object?.count)
        #expect(printed["participants"] == [["id": "ana", "role": "owner"]])
    }

    @Test func `a profile is printed with every attribute, and with its entity tag`() {
        let profile = ComapiProfile(id: "ana", attributes: ["firstName": "Ana", "shoe": 39])
        #expect(profile.printed(etag: "e1") == ["id": "ana", "firstName": "Ana", "shoe": 39, "_etag": "e1"])
        #expect(OutputSchema.serviceProfile["additionalProperties"] == true)
    }

    @Test func `participants are separated by commas`() {
        #expect(ParticipantList.read("ana, ben,,chris ") == ["ana", "ben", "chris"])
        #expect(ParticipantList.read("").isEmpty)
        // The ids of a service may contain blanks.
        #expect(ParticipantList.read(" ev e ,ben") == ["ev e", "ben"])
    }

    @Test(arguments: [
        (ComapiError.Code.missingToken, AppRuntime.ExitStatus.authentication), (.unauthorized, .authentication),
        (.connectionFailed, .network), (.notFound, .nothingMatched), (.conflict, .failure), (.alreadyExists, .failure),
        (.invalidRequest, .failure), (.unexpectedStatus, .failure), (.cancelled, .interrupted),
    ])
    func `an error of the service has the exit code of its kind`(code: ComapiError.Code, status: AppRuntime.ExitStatus)
    {
        let type = [.conflict: "conflict: ", .alreadyExists: "already-exists: "][code] ?? ""
        #expect(CommandFailure(ComapiError(code, "no")) == CommandFailure(status, "\(type)no"))
    }

    @Test func `a conflict names the current entity tag, and an overload counts as a network failure`() throws {
        let current = Versioned(ComapiProfile(id: "ana"), etag: "e2")
        let conflict = ComapiError(.conflict, "it has changed", status: 412, current: .profile(current))
        #expect(CommandFailure(conflict).message == "conflict: it has changed (HTTP 412); its entity tag is now e2")
        #expect(CommandFailure(ComapiError(.unexpectedStatus, "busy", status: 503)).status == .network)
        #expect(CommandFailure(ComapiError(.unexpectedStatus, "no", status: 403)).status == .authentication)
    }

    @Test func `the source is the only one, or the one that is named`() throws {
        func config(_ name: String) -> SourceConfig {
            SourceConfig(name: name, kind: "comapi", stream: "conversations", values: [:])
        }
        func name(_ words: String...) throws -> SourceName { try SourceName.parse(words) }
        var setup = ConfigOptions.read(file: "/dev/null", flags: [:]).setup
        #expect(throws: CommandFailure.self) { try name().config(in: setup) }
        setup.config.sources = [config("team")]
        #expect(try name().config(in: setup).name == "team")
        setup.config.sources.append(config("shop"))
        #expect(try name("--source", "shop").config(in: setup).name == "shop")
        #expect(
            throws: CommandFailure(.usage, "several sources have conversations; choose one with --source: team, shop")
        ) { try name().config(in: setup) }
        #expect(throws: CommandFailure(.usage, "unknown source \"tem\"; known: team, shop")) {
            try name("--source", "tem").config(in: setup)
        }
    }

    @Test func `an empty message is refused`() throws {
        #expect(try SayCommand.message(" hello ") == " hello ")
        #expect(throws: CommandFailure(.usage, "the message is empty")) { try SayCommand.message(" \n") }
    }
}
