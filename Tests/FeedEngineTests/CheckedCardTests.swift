import Cards
import FeedAPI
import FeedEngine
import Foundation
import Support
import Testing

@Suite struct CheckedCardTests {
    @Test(
        arguments: [
            (nil, nil, nil), (100, nil, 100), (nil, "PT50S", 50), (100, "PT50S", 50), (40, "PT50S", 40),
        ] as [(Double?, String?, Double?)])
    func `the earlier of expiresAt and expiresIn ends a card`(
        expiresAt: Double?, expiresIn: String?, expected: Double?
    ) throws {
        var body = makeBody(expiresAt: expiresAt.map { .fixed($0) })
        body.expiresIn = expiresIn
        let card = try CheckedCard(body.encoded(), now: .fixed)
        #expect(card.expiresAt == expected.map { Date.fixed($0).milliseconds })
    }

    @Test func `priority, lifecycle and embargo are the body's`() throws {
        var body = makeBody(priority: 3, lifecycleID: "order-1")
        body.publishAt = .fixed(7)
        let card = try CheckedCard(body.encoded(), now: .fixed)
        #expect(card.priority == 3 && card.lifecycle == "order-1")
        #expect(card.publishAt == Date.fixed(7).milliseconds && card.expiresAt == nil)
    }

    private static let text = #""content":[{"type":"text","text":"x"}]"#

    @Test(
        arguments: [
            (#"{"priority":11,\#(text)}"#, .badCard, "/card/priority"),
            (#"{"expiresIn":"soon",\#(text)}"#, .badCard, "/card/expiresIn"),
            (#"{"lifecycleId":"",\#(text)}"#, .badCard, "/card/lifecycleId"), ("{", .badCard, "/card"),
            (#"{\#(text)}"# + String(repeating: " ", count: CardLimits.bytes), .tooLarge, "/card"),
        ] as [(String, ProblemType, String)])
    func `a bad card is refused with a pointer into the request`(json: String, type: ProblemType, pointer: String) {
        let problem = problem { () throws(Problem) in try CheckedCard(Array(json.utf8), now: .fixed) }
        #expect(problem?.type == type && problem?.pointer == pointer)
    }

    @Test func `the fingerprint tells requests with a key apart`() throws {
        func fingerprint(_ users: [UserID], _ key: PublicationKey?, _ body: CardBody) throws -> String {
            try Publication(
                PublishRequest(streamID: "ops", users: users, key: key, body: body.encoded()), now: .fixed
            ).fingerprint
        }
        let first = try fingerprint(["ana"], "p", makeBody())
        #expect(try first == fingerprint(["ana"], "p", makeBody()))
        #expect(try first != fingerprint(["bo"], "p", makeBody()))
        #expect(try first != fingerprint(["ana"], "p", makeBody(title: "Another")))
        #expect(try fingerprint(["ana"], nil, makeBody()).isEmpty)
    }
}
