import Cards
import FeedAPI
import Foundation
import Support
import Testing

@testable import FeedEngine

/// What binds an answer to the card that was shown, and a settlement to the server.
@Suite struct AskProofTests {
    /// Uses the payload itself as the signature, so that a test sees what was signed.
    private final class Recorder: AskSigner {
        func sign(_ payload: [UInt8]) -> String? { String(decoding: payload, as: UTF8.self) }
    }

    private func feeds(_ change: (inout AskRequest) -> Void = { _ in }) throws -> MemoryFeeds {
        var feeds = MemoryFeeds()
        try feeds.ask(AskTests.request(change: change))
        return feeds
    }

    private func shown(by user: UserID, in feeds: MemoryFeeds) throws -> CardBody {
        try CardBody.decode(try #require(feeds.cards.first { $0.card.feed.viewer.user == user }).body)
    }

    @Test func `a card names its ask, and its digest is that of what was asked`() throws {
        let feeds = try feeds()
        let card = try shown(by: "ana", in: feeds)
        #expect(card.ask?.id == "a" && card.ask?.isSigned == false)
        let asked = CardDigest(of: try JSONParser.parse(AskTests.question.encoded()))
        #expect(card.ask?.digest == asked && feeds.asks[0].state.digest == asked)
        #expect(Ask(feeds.asks[0], cards: []).digest == asked)
    }

    @Test func `an answer to the shown card counts, and is stored unchanged`() throws {
        var feeds = try feeds()
        let proof = AnswerProof(digest: try #require(try shown(by: "bo", in: feeds).ask?.digest), signature: "s")
        try feeds.answer("ship", by: "bo", proof: proof)
        #expect(feeds.asks[0].state.votes.map(\.proof) == [proof])
        let stored = try FeedCoder.decodeStoredAskState(FeedCoder.encode(feeds.asks[0].state))
        #expect(stored == feeds.asks[0].state)
    }

    @Test func `an answer to another card is refused, and one of an older client counts`() throws {
        var feeds = try feeds()
        let other = AnswerProof(digest: CardDigest(of: ["content": []]))
        let refusal = problem { () throws(Problem) in try feeds.answer("ship", by: "bo", proof: other) }
        #expect(refusal?.type == .cardChanged && refusal?.pointer == "/digest")
        #expect(feeds.asks[0].isOpen && feeds.status("bo") == .active)
        try feeds.answer("ship", by: "bo", at: 1)
        #expect(feeds.asks[0].state.votes.map(\.proof) == [nil])
    }

    @Test func `an ask with required signatures says so, and accepts no answer without one`() throws {
        var feeds = try feeds { $0.isSigned = true }
        let card = try shown(by: "bo", in: feeds)
        #expect(card.ask?.isSigned == true && Ask(feeds.asks[0], cards: []).isSigned)
        let digest = try #require(card.ask?.digest)
        for proof in [nil, AnswerProof(digest: digest)] {
            let refusal = problem { () throws(Problem) in try feeds.answer("wait", by: "bo", proof: proof) }
            #expect(refusal?.type == .badAction && refusal?.pointer == "/signature")
        }
        try feeds.answer("ship", by: "bo", at: 1, proof: AnswerProof(digest: digest, signature: "s"))
        #expect(feeds.asks[0].state.settlement?.outcome == .accept)
        let request = AskTests.request {
            $0.isSigned = true
            $0.onTimeout = "ship"
        }
        #expect(problem { () throws(Problem) in try CheckedAsk(request, now: .fixed) }?.pointer == "/onTimeout")
        #expect(try FeedCoder.decodeAskRequest(FeedCoder.encode(AskTests.request { $0.isSigned = true })).isSigned)
    }

    @Test func `the signed payload contains the ask, the card and the answer`() {
        let digest = CardDigest(of: [:])
        let message = AnswerMessage.bytes(ask: "a", digest: digest, button: "ship", values: ["why": "ok", "n": 1.0])
        let expected =
            #"{"ask":"a","button":"ship","digest":"\#(digest.text)","type":"cardstream-answer","values":{"n":1,"why":"ok"}}"#
        #expect(String(decoding: message, as: UTF8.self) == expected)
        var card = AskTests.question
        #expect(AnswerMessage.bytes(of: .submit(buttonName: "ship", values: [:]), to: card) == nil)
        card.ask = CardAsk(id: "a", isSigned: true, digest: digest)
        #expect(AnswerMessage.bytes(of: .dismiss, to: card) == nil)
        #expect(
            AnswerMessage.bytes(of: .submit(buttonName: "ship", values: ["why": "ok", "n": 1]), to: card) == message)
    }

    @Test func `a settlement is signed as a whole`() throws {
        var feeds = try feeds { $0.quorum = .count(2) }
        try feeds.answer("ship", by: "ana", at: 10, signer: Recorder())
        #expect(feeds.asks[0].state.signature == nil)
        try feeds.answer("ship", by: "bo", at: 20, signer: Recorder())
        let ask = Ask(feeds.asks[0], cards: [])
        let text = try #require(ask.signature)
        let payload = try #require(try JSONParser.parse(Array(text.utf8)).object)
        #expect(Array(text.utf8) == CanonicalJSON.bytes(.object(payload)))
        #expect(
            payload["ask"] == "a" && payload["env"] == "e" && payload["by"] == "bo" && payload["outcome"] == "accept")
        #expect(payload["digest"]?.string == ask.digest?.text && payload["votes"]?.array?.count == 2)
        func differences(_ ask: Ask) throws -> [String] {
            let printed = try JSONParser.parse(FeedCoder.encode(ask)).object ?? [:]
            return AskStatement.differences(between: printed, and: payload)
        }
        #expect(try differences(ask) == [])
        var changed = ask
        changed.votes[0].button = "wait"
        changed.settlement?.outcome = .decline
        #expect(try differences(changed) == ["outcome", "votes"])
    }

    @Test func `timeouts and withdrawals are signed`() throws {
        var feeds = try feeds()
        try feeds.run(WithdrawAsk("a", in: MemoryFeeds.environment, now: .fixed(5), signer: Recorder()))
        #expect(feeds.asks[0].state.signature?.contains(#""reason":"withdrawn""#) == true)
        var late = try self.feeds()
        try late.run(ApplyDeadlines(now: .fixed(600), signer: Recorder()))
        #expect(late.asks[0].state.signature?.contains(#""outcome":"timeout""#) == true)
    }
}
