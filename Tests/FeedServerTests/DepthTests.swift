import Cards
import FeedAPI
import FeedEngine
import FeedStorage
import Foundation
import Support
import Testing

@testable import FeedServer

/// Stored data stays readable within 64 levels, whatever it is embedded in.
@Suite struct DepthTests {
    private static func nested(_ levels: Int) -> JSONValue {
        (1..<levels).reduce(JSONValue.array([])) { value, _ in [value] }
    }

    /// A card with this many levels, including itself and its metadata.
    private static func card(levels: Int) -> CardBody { makeBody(metadata: ["x": nested(levels - 2)]) }

    private func encoded(_ page: FeedPage) throws -> JSONValue {
        try JSONParser.parse(FeedCoder.encode(page), depthLimit: FeedCoder.depthLimit)
    }

    @Test func `the deepest allowed card is delivered within the limits of every reader`() async throws {
        let test = try await TestServer()
        let id = try await test.publish(Self.card(levels: CardLimits.depth))
        #expect(try await test.ids() == [id])
        _ = try encoded(try await test.client().snapshot("ops", nil))
    }

    @Test(arguments: [49, 60, 61, 62, 63, 64, 100])
    func `a card that is too deep is refused with the message of lint`(levels: Int) async throws {
        let test = try await TestServer()
        let body = Self.card(levels: levels)
        let request = PublishRequest(streamID: "ops", users: ["ana"], body: body.encoded())
        let expected = try #require(CardValidation.problems(in: body.encoded()).first)
        func check(_ problem: Problem?, line: Int?) {
            #expect(problem?.type == .badCard && problem?.line == line)
            #expect(problem?.pointer == "/card" + expected.pointer && problem?.expected == expected.expected)
            #expect(problem?.detail == expected.description)
        }
        let environment = test.keys.environment
        check(await problem { try await test.server.publish([request], environment: environment) }, line: nil)
        let line = FeedCoder.encode(request)
        check(
            await problem { try await test.server.service.publish(lines: [10] + line, environment: environment) },
            line: 2)
        #expect(try await test.ids().isEmpty)
    }

    @Test(arguments: [(47, true), (48, false), (61, false), (62, false), (63, false), (100, false)])
    func `an answer that is too deep is refused, so that every outcome is readable`(arrays: Int, isTaken: Bool)
        async throws
    {
        let test = try await TestServer()
        let id = try await test.publish()
        let response = CardResponse.submit(buttonName: "approve", values: ["a": ["b": Self.nested(arrays - 1)]])
        let problem = await problem { try await test.act(response, on: id) }
        #expect((problem == nil) == isTaken)
        if !isTaken {
            #expect(problem?.type == .badAction)
            #expect(problem?.pointer == "/values/a/b" + String(repeating: "/0", count: CardLimits.depth - 2))
        }
        let outcome = FeedCoder.encode(try await test.server.outcome(of: id, environment: test.keys.environment))
        #expect(throws: Never.self) { try JSONParser.parse(outcome, depthLimit: FeedCoder.depthLimit) }
    }

    /// Stores a card that an older server has accepted.
    private func store(_ body: CardBody, on test: TestServer) async throws -> CardID {
        let now = Date.fixed
        let publication = Publication(
            request: PublishRequest(streamID: "ops", users: ["ana"], body: body.encoded()),
            card: try CheckedCard(makeBody().encoded(), now: now), line: nil, fingerprint: "")
        let (receipt, _) = try await test.server.service.storage.run(
            PublishCards([publication], in: test.keys.environment, ids: [CardID(UUID().uuidString)], now: now))
        return try #require(receipt.cards.first).id
    }

    @Test func `a card that an older server accepted too deep does not make its stream unreadable`() async throws {
        let test = try await TestServer()
        let before = try await test.publish()
        let deep = try await store(Self.card(levels: 63), on: test)
        let fine = try await store(Self.card(levels: FeedCoder.bodyDepthLimit), on: test)
        let page = try await test.client().snapshot("ops", nil)
        #expect(Set(page.entries.map(\.id)) == [before, deep, fine] && page.totalCount == 3)
        _ = try encoded(page)
        let told = try #require(page.entries.first { $0.id == deep })
        #expect(try CardBody.decode(told.body).texts.first == "This card can't be shown")
        #expect(page.entries.first { $0.id == fine }?.body == Self.card(levels: FeedCoder.bodyDepthLimit).encoded())

        let delta = try #require(
            try await test.client().changes("ops", FeedCursor(epoch: page.cursor.parts?.epoch ?? "", sequence: 1)))
        #expect(throws: Never.self) {
            try JSONParser.parse(FeedCoder.encode(PushFrame.delta(delta)), depthLimit: FeedCoder.depthLimit)
        }
        // The user can dismiss the card like any other.
        _ = try await test.act(.dismiss, on: deep)
        #expect(try await Set(test.ids()) == [before, fine])
    }
}
