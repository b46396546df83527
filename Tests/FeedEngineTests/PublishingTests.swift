import Cards
import FeedAPI
import Foundation
import Support
import Testing

@testable import FeedEngine

@Suite struct PublishingTests {
    private static func request(
        _ body: CardBody = makeBody(), to users: [UserID] = ["ana"], key: PublicationKey? = nil
    ) -> PublishRequest {
        PublishRequest(streamID: "ops", users: users, key: key, body: body.encoded())
    }

    @Test func `each user gets a card of their own, in their own feed`() throws {
        var feeds = MemoryFeeds()
        let published = try feeds.publish([Self.request(to: ["ana", "bo"]), Self.request()])
        #expect(published.map(\.id) == ["c0", "c1", "c2"] && published.map(\.user) == ["ana", "bo", "ana"])
        #expect(published.allSatisfy { $0.status == .active && $0.streamID == "ops" })
        #expect(feeds.cards.map(\.card.sequence) == [1, 1, 2])
        #expect(feeds.cards.map(\.body) == Array(repeating: makeBody().encoded(), count: 3))
        let bo = FeedKey(environment: "e", user: "bo", streamID: "ops")
        #expect(feeds.lastFeeds == [MemoryFeeds.ops, bo])
        #expect(feeds.counters[MemoryFeeds.ops] == FeedCounters(sequence: 2, visible: 2, everHadCard: true))
        #expect(feeds.counters[bo] == FeedCounters(sequence: 1, visible: 1, everHadCard: true))
        #expect(feeds.events.map(\.event) == [.published, .published, .published])
        #expect(feeds.events.map(\.sequence) == [1, 1, 2] && feeds.events[1].feed == bo)
        #expect(feeds.events.allSatisfy { $0.at == Date.fixed.milliseconds })
    }

    @Test func `a card keeps its priority, lifecycle and times`() throws {
        var feeds = MemoryFeeds()
        var body = edition(publishAt: 60, expiresAt: 120)
        body.priority = 2
        let id = try feeds.publish(body, at: 30)
        let card = try #require(feeds.card(id))
        #expect(card.priority == 2 && card.lifecycle == "order-1" && card.feed == MemoryFeeds.ops)
        #expect(card.life.createdAt == Date.fixed(30).milliseconds)
        #expect(card.life.publishAt == Date.fixed(60).milliseconds)
        #expect(card.life.expiresAt == Date.fixed(120).milliseconds)
    }

    @Test func `an embargoed card is sent to neither user nor webhooks, an expired one to webhooks`() throws {
        var feeds = MemoryFeeds()
        let waiting = try feeds.publish(edition(publishAt: 10))
        #expect(feeds.last.events.isEmpty && feeds.lastFeeds == [MemoryFeeds.ops])
        let expired = try feeds.publish(edition(expiresAt: 0))
        #expect(feeds.last.events.map(\.event) == [.expired] && feeds.last.events.map(\.sequence) == [0])
        #expect(feeds.status(waiting) == .embargoed && feeds.status(expired) == .expired)
        #expect(feeds.counters[MemoryFeeds.ops] == FeedCounters())
        #expect(feeds.cards.map(\.card.sequence) == [0, 0])
    }

    // MARK: Replacement

    /// The status of an old edition after a new edition has been published with another status.
    private static let replacements: [(old: CardStatus, new: CardStatus, result: CardStatus)] = [
        (.active, .active, .cancelled), (.embargoed, .active, .cancelled), (.snoozed, .active, .cancelled),
        (.completed, .active, .completed), (.dismissed, .active, .dismissed), (.cancelled, .active, .cancelled),
        (.expired, .active, .expired),
        (.active, .embargoed, .active), (.embargoed, .embargoed, .cancelled), (.snoozed, .embargoed, .snoozed),
        (.active, .expired, .active), (.embargoed, .expired, .embargoed), (.snoozed, .expired, .snoozed),
        (.completed, .expired, .completed),
    ]

    /// Publishes a card and brings it into a status.
    private static func store(_ status: CardStatus, in feeds: inout MemoryFeeds) throws(Problem) -> CardID {
        let body =
            switch status {
            case .embargoed: edition(publishAt: 1000)
            case .expired: edition(expiresAt: -1)
            default: edition()
            }
        let id = try feeds.publish(body)
        switch status {
        case .active, .embargoed, .expired: break
        case .snoozed: try feeds.act(.snooze(until: .fixed(1000)), on: id)
        case .completed: try feeds.act(.submit(buttonName: "approve", values: [:]), on: id)
        case .dismissed: try feeds.act(.dismiss, on: id)
        case .cancelled: try feeds.cancel(id)
        }
        return id
    }

    @Test(arguments: replacements.indices)
    func `an active edition replaces every open one, an embargoed one replaces embargoed ones, an ended one none`(
        index: Int
    ) throws {
        let (status, new, result) = Self.replacements[index]
        var feeds = MemoryFeeds()
        let old = try Self.store(status, in: &feeds)
        #expect(feeds.status(old) == status)
        let id = try feeds.publish(
            edition(publishAt: new == .embargoed ? 500 : nil, expiresAt: new == .expired ? 1 : nil), at: 2)
        #expect(feeds.status(id) == new)
        #expect(feeds.status(old) == result)
        #expect(feeds.last.updated.map(\.id) == (status == result ? [] : [old]))
        let visible = [result, new].count { $0 == .active }
        #expect(feeds.counters[MemoryFeeds.ops]?.visible == visible)
    }

    @Test func `the removal of the replaced card is delivered before its replacement`() throws {
        var feeds = MemoryFeeds()
        let old = try feeds.publish(edition())
        let new = try feeds.publish(edition(), at: 1)
        #expect(feeds.last.events.map(\.event) == [.cancelled, .published])
        #expect(feeds.last.events.map(\.cardID) == [old, new])
        #expect(feeds.card(old)?.sequence == 2 && feeds.card(new)?.sequence == 3)
        #expect(feeds.counters[MemoryFeeds.ops] == FeedCounters(sequence: 3, visible: 1, everHadCard: true))
    }

    @Test func `other lifecycles and other feeds keep their cards`() throws {
        var feeds = MemoryFeeds()
        _ = try feeds.publish([
            Self.request(edition()), Self.request(edition("order-2")), Self.request(edition(nil)),
            Self.request(edition(), to: ["bo"]),
            PublishRequest(streamID: "hr", users: ["ana"], body: edition().encoded()),
        ])
        try feeds.publish(edition())
        #expect(feeds.cards.map(\.card.life.status) == [.cancelled, .active, .active, .active, .active, .active])
    }

    @Test func `of several editions in one request, the last remains`() throws {
        var feeds = MemoryFeeds()
        let first = try feeds.publish(edition())
        let published = try feeds.publish([
            Self.request(edition(publishAt: 10)), Self.request(edition(), to: ["ana", "ana"]), Self.request(edition()),
            Self.request(edition(publishAt: 20)),
        ])
        #expect(feeds.status(first) == .cancelled)
        #expect(published.map(\.status) == [.embargoed, .active, .active, .active, .embargoed])
        #expect(
            published.map { feeds.status($0.id) } == [.cancelled, .cancelled, .cancelled, .active, .embargoed])
        #expect(feeds.last.updated.count == 4)
        // The user never received the embargoed edition, so its end takes no sequence number.
        #expect(feeds.counters[MemoryFeeds.ops] == FeedCounters(sequence: 7, visible: 1, everHadCard: true))
    }

    // MARK: Keys

    @Test func `a repeated key gets the first response and changes nothing`() throws {
        var feeds = MemoryFeeds()
        let request = Self.request(edition(), to: ["ana", "bo"], key: "p")
        let first = try feeds.publish([request])
        #expect(feeds.publications.map(\.receipt) == [PublishReceipt(cards: first)])
        #expect(feeds.publications.map(\.id.environment) == ["e"])
        #expect(try feeds.publish([request], at: 60) == first)
        #expect(feeds.last == FeedChanges() && feeds.lastFeeds.isEmpty)
        // The same within one request.
        var others = MemoryFeeds()
        #expect(try others.publish([request, request]) == first + first)
        #expect(others.cards.count == 2 && others.publications.count == 1)
    }

    @Test func `a key with another request is refused with its line`() throws {
        var feeds = MemoryFeeds()
        _ = try feeds.publish([Self.request(key: "p")])
        for other in [
            Self.request(to: ["bo"], key: "p"), Self.request(makeBody(title: "Another"), key: "p"),
            PublishRequest(streamID: "hr", users: ["ana"], key: "p", body: makeBody().encoded()),
        ] {
            let problem = problem { () throws(Problem) in try feeds.publish([Self.request(), other]) }
            #expect(problem?.type == .keyReused && problem?.pointer == "/key" && problem?.line == 2)
        }
        #expect(feeds.cards.count == 1)
    }

    // MARK: Loading

    @Test func `each feed and each logical card is loaded once`() throws {
        var engine = FeedEngine(now: .fixed)
        let publications = try [
            Self.request(edition(), to: ["ana", "bo"]), Self.request(edition("order-2")), Self.request(edition(nil)),
            Self.request(edition()),
        ].map { try Publication($0, now: .fixed) }
        let bo = FeedKey(environment: "e", user: "bo", streamID: "ops")
        let needs = engine.needs(for: publications, in: "e")
        #expect(needs.feeds == [MemoryFeeds.ops, bo])
        #expect(
            needs.logicalCards == [
                LogicalCard(feed: MemoryFeeds.ops, lifecycle: "order-1"), LogicalCard(feed: bo, lifecycle: "order-1"),
                LogicalCard(feed: MemoryFeeds.ops, lifecycle: "order-2"),
            ])
        #expect(engine.needs(for: publications, in: "e") == FeedNeeds())
    }

    @Test func `a publication with a known key loads nothing`() throws {
        var engine = FeedEngine(now: .fixed)
        let publication = try Publication(Self.request(edition(), key: "p"), now: .fixed)
        var loaded = LoadedFeeds()
        loaded.publications = [
            StoredPublication(
                id: StoredPublication.ID(environment: "e", key: "p"), fingerprint: publication.fingerprint,
                receipt: PublishReceipt(cards: []))
        ]
        engine.load(loaded)
        #expect(engine.needs(for: [publication], in: "e") == FeedNeeds())
    }

    @Test func `loaded data does not overwrite changes`() throws {
        var engine = FeedEngine(now: .fixed)
        let publication = try Publication(Self.request(edition()), now: .fixed)
        let loaded = MemoryFeeds().load(engine.needs(for: [publication], in: "e"))
        var ids: ArraySlice<CardID> = ["a", "b"]
        engine.load(loaded)
        _ = try engine.publish(publication, in: "e", ids: &ids)
        #expect(engine.takeChanges().inserted.map(\.card.id) == ["a"])
        engine.load(loaded)
        _ = try engine.publish(publication, in: "e", ids: &ids)
        let changes = engine.finish()
        #expect(changes.inserted.map(\.card.sequence) == [3] && changes.updated.map(\.id) == ["a"])
        #expect(changes.counters[MemoryFeeds.ops]?.sequence == 3)
        #expect(engine.takeChanges() == FeedChanges())
    }

    @Test func `a publication whose needs were not loaded is refused`() throws {
        let publication = try Publication(Self.request(edition()), now: .fixed)
        let loads = [LoadedFeeds(), LoadedFeeds(counters: [MemoryFeeds.ops: FeedCounters()])]
        for (loaded, asks) in [(loads[0], false), (loads[0], true), (loads[1], false)] {
            var engine = FeedEngine(now: .fixed)
            if asks { _ = engine.needs(for: [publication], in: "e") }
            engine.load(loaded)
            let problem = problem { () throws(Problem) in
                var ids: ArraySlice<CardID> = ["a"]
                return try engine.publish(publication, in: "e", ids: &ids)
            }
            #expect(problem?.type == .internalError)
        }
    }

    @Test func `each card takes the next id, and one without an id is refused`() throws {
        var engine = FeedEngine(now: .fixed)
        let publication = try Publication(Self.request(to: ["ana", "bo"]), now: .fixed)
        engine.load(MemoryFeeds().load(engine.needs(for: [publication], in: "e")))
        var ids: ArraySlice<CardID> = ["a", "b", "c"]
        #expect(try engine.publish(publication, in: "e", ids: &ids).map(\.id) == ["a", "b"])
        #expect(ids == ["c"])
        #expect(throws: Problem.self) { try engine.publish(publication, in: "e", ids: &ids) }
    }
}
