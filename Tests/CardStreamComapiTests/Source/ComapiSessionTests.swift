import Basics
import CardSession
import CardSources
import Cards
import ComapiSupport
import Support
import Testing

@testable import CardStreamComapi

/// Conversations beside the feed of a session.
@Suite(.timeLimit(.minutes(1))) struct ComapiSessionTests {
    @Test func `a session shows a conversation, answers it, and sees the answer`() async throws {
        try await EmulatedSpace.run(over: .inProcess) { space in
            let (ana, ben) = (space.client("ana"), space.client("ben"))
            try await ben.conversations.create(
                NewConversation(id: "release", name: "Release", participants: [Participant("ana")]))
            try await ben.conversations.send(SendableMessage("Ready?"), to: "release")
            let session = try CardSession(.memory)
            let stream = ComapiSource.defaultStream
            let source = ComapiSource(
                ana, stream: stream, storage: MemoryConversationStorage(), clock: .live, zone: .utc)
            try await session.attach(source, named: "team", streams: [stream])
            let asked = try await texts(of: session, in: stream) { $0.contains { $0.hasSuffix("Ready?") } }
            #expect(asked.count == 1)
            try await session.respond(
                to: "release", in: stream, with: .reply(buttonName: "send", values: ["reply": "Yes"]))
            let answered = try await texts(of: session, in: stream) { $0.contains { $0.hasSuffix("Yes") } }
            #expect(answered.count == 2 && answered.last?.hasPrefix("**You**") == true)
            await space.wait {
                let messages = try? await ben.conversations.messages(of: "release").messages
                return messages?.map(\.text) == ["Ready?", "Yes"]
            }
            try await session.markSeen(["release"], in: stream)
            await space.wait {
                let messages = try? await ben.conversations.messages(of: "release").messages
                return messages?.first?.statusUpdates["ana"]?.status == .read
            }
            try await ben.conversations.send(SendableMessage("Good"), to: "release")
            let last = try await texts(of: session, in: stream) { $0.contains { $0.hasSuffix("Good") } }
            #expect(last.count == 3)
            #expect(try await ben.conversations.messages(of: "release").messages.count { $0.text == "Yes" } == 1)
            await session.close()
        }
    }

    /// The texts of the only card, as soon as they are as expected.
    private func texts(
        of session: CardSession, in stream: StreamID, until holds: ([String]) -> Bool
    ) async throws -> [String] {
        for await update in try session.observeStream(id: stream, configuration: .init(refreshInterval: 1)) {
            guard let card = try update.get().first else { continue }
            let texts = card.body.messageTexts
            if holds(texts) { return texts }
        }
        return []
    }
}
