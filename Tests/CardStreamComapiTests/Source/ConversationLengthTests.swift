import CardSources
import Cards
import ComapiSupport
import Testing

@testable import CardStreamComapi

/// A long conversation opens as fast as a short one.
@Suite(.timeLimit(.minutes(1))) struct ConversationLengthTests {
    /// The requests of the first start, of a start after the messages have arrived, and of one after they have been
    /// read.
    private func requests(ofMessages count: Int) async throws -> [[String]] {
        var requests: [[String]] = []
        try await EmulatedSpace.run(over: .inProcess) { space in
            let rig = SourceRig(space)
            try await rig.converse()
            let conversation = LongConversation(count, in: space)
            let ana = space.client("ana", network: conversation.network)
            _ = try await ana.sessions.start()
            _ = conversation.drainRequests()
            for start in 1...3 {
                let source = SourceRig.source(of: ana, space, MemoryConversationStorage())
                let entries = try await source.snapshot(of: rig.stream, page: nil).entries
                let texts = try CardBody.decode(try #require(entries.first).body).messageTexts
                #expect(texts.last?.hasSuffix("Message \(count - 1)") == true && texts.count == 10)
                requests.append(conversation.drainRequests().filter { !$0.hasPrefix("POST") })
                if start == 2 { await source.markRead("release", in: rig.stream) }
                await space.wait { await source.receipts.isEmpty }
                _ = conversation.drainRequests()
            }
            let known = min(count, ConversationThread.loadedCount)
            #expect(conversation.count("delivered") == known && conversation.count("read") == 10)
            try await ana.sessions.end()
            try await rig.ben.sessions.end()
        }
        return requests
    }

    @Test func `100,000 messages take as many requests as ten, also after they were delivered and read`() async throws {
        let short = try await requests(ofMessages: 10)
        #expect(short.allSatisfy { $0.count { $0 == "GET \(LongConversation.path)" } == 1 }, "\(short)")
        for count in [1000, 100_000] {
            let long = try await requests(ofMessages: count)
            #expect(long == short)
        }
    }
}
