import Basics
import CardSession
import CardSources
import Cards
import ComapiSupport
import EmulatorHTTP
import Support
import Testing

@testable import CardStreamComapi

/// Conversations as an additional source of a session.
@Suite(.timeLimit(.minutes(1))) struct ComapiSessionTests {
    @Test func `a session shows a conversation, replies to it, and sees the reply`() async throws {
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
            await session.markRead("release", in: stream)
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

    @Test func `the queued file of a reply is removed when the refused reply is discarded`() async throws {
        try await EmulatedSpace.run(over: .inProcess) { space in
            let (ana, ben) = (space.client("ana"), space.client("ben"))
            try await ben.conversations.create(
                NewConversation(id: "release", name: "Release", participants: [Participant("ana")]))
            try await ben.conversations.send(SendableMessage("Ready?"), to: "release")
            let storage = FileStorage()
            await storage.keep([1, 2, 3], as: "f1")
            let session = try CardSession(.memory)
            let stream = ComapiSource.defaultStream
            let refused = Lock(false)
            let source = ComapiSource(ana, stream: stream, storage: storage, clock: .live, zone: .utc)
            try await session.attach(source, named: "team", streams: [stream]) {
                if case .refused = $0 { refused.withLock { $0 = true } }
            }
            _ = try await texts(of: session, in: stream) { $0.contains { $0.hasSuffix("Ready?") } }
            await space.wait { await source.receipts.isEmpty }
            await space.fail(.refused(status: 400), method: "POST", "/conversations/release/messages")
            let file = QueuedFile(name: "f1", filename: "plan.bin", type: "application/x", size: 3)
            try await session.respond(
                to: "release", in: stream, with: ComapiSource.message("The plan", file: file))
            await space.wait { refused.withLock { $0 } }
            #expect(await storage.names == ["f1"])
            try await session.discardAction(of: "release", in: stream)
            await space.wait { await storage.names.isEmpty }
            #expect(await storage.names.isEmpty)
            #expect(try await ben.conversations.messages(of: "release").messages.map(\.text) == ["Ready?"])
            await session.close()
        }
    }

    /// The texts of the only card, as soon as they meet the condition.
    private func texts(
        of session: CardSession, in stream: StreamID, until holds: ([String]) -> Bool
    ) async throws -> [String] {
        for await update in try session.observeStream(id: stream, configuration: .init(refreshInterval: .seconds(1))) {
            guard let card = try update.get().first else { continue }
            let texts = card.body.messageTexts
            if holds(texts) { return texts }
        }
        return []
    }
}
