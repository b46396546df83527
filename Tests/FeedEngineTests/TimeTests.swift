import Cards
import FeedAPI
import Foundation
import Support
import Testing

@testable import FeedEngine

@Suite struct TimeTests {
    @Test func `the end of an embargo shows the card and then removes the old edition`() throws {
        var feeds = MemoryFeeds()
        let old = try feeds.publish(edition())
        let new = try feeds.publish(edition(publishAt: 10))
        #expect(feeds.status(old) == .active)
        try feeds.passDeadlines(at: 10)
        #expect(feeds.status(old) == .cancelled && feeds.status(new) == .active)
        #expect(feeds.last.events.map(\.event) == [.published, .cancelled])
        #expect(feeds.last.events.map(\.cardID) == [new, old] && feeds.last.events.map(\.sequence) == [2, 3])
        #expect(feeds.counters[MemoryFeeds.ops] == FeedCounters(sequence: 3, visible: 1, everHadCard: true))
        #expect(feeds.card(new)?.life.activeAt == Date.fixed(10).milliseconds)
    }

    @Test func `a snoozed card that returns replaces nothing`() throws {
        var feeds = MemoryFeeds()
        let card = try feeds.publish(edition())
        try feeds.act(.snooze(until: .fixed(20)), on: card)
        let later = try feeds.publish(edition(publishAt: 60))
        try feeds.passDeadlines(at: 20)
        #expect(feeds.status(card) == .active && feeds.status(later) == .embargoed)
        #expect(feeds.last.events.map(\.event) == [.unsnoozed])
    }

    @Test func `a card that expires under embargo replaces nothing and is not delivered`() throws {
        var feeds = MemoryFeeds()
        let old = try feeds.publish(edition())
        let new = try feeds.publish(edition(publishAt: 10, expiresAt: 20))
        try feeds.passDeadlines(at: 20)
        #expect(feeds.status(old) == .active && feeds.status(new) == .expired)
        #expect(feeds.last.events.map(\.event) == [.expired] && feeds.last.events.map(\.sequence) == [0])
        #expect(feeds.counters[MemoryFeeds.ops]?.sequence == 1)
    }

    /// The card is due at the same time as the edition that replaces it, so both are loaded before either changes.
    @Test(arguments: [true, false])
    func `a card that is replaced stays cancelled though its own time has come`(isSnoozed: Bool) throws {
        var feeds = MemoryFeeds()
        let old = try feeds.publish(edition(expiresAt: isSnoozed ? nil : 20))
        if isSnoozed { try feeds.act(.snooze(until: .fixed(20)), on: old) }
        let new = try feeds.publish(edition(publishAt: 10))
        try feeds.passDeadlines(at: 30)
        #expect(feeds.status(old) == .cancelled && feeds.status(new) == .active)
        #expect(feeds.last.events.map(\.event) == [.published, .cancelled])
        #expect(feeds.last.updated.count == 2)
        #expect(feeds.counters[MemoryFeeds.ops]?.visible == 1)
    }

    @Test func `due cards of all feeds change, and others stay`() throws {
        var feeds = MemoryFeeds()
        var bodies = [edition(nil, publishAt: 10), edition(nil, expiresAt: 10), edition(nil, expiresAt: 11)]
        bodies.append(edition(nil))
        let published = try feeds.publish(
            bodies.map { PublishRequest(streamID: "ops", users: ["ana", "bo"], body: $0.encoded()) })
        try feeds.passDeadlines(at: 10)
        let statuses = published.map { feeds.status($0.id) }
        #expect(statuses == [.active, .active, .expired, .expired, .active, .active, .active, .active])
        #expect(feeds.last.updated.count == 4)
        let bo = FeedKey(environment: "e", user: "bo", streamID: "ops")
        #expect(feeds.lastFeeds == [MemoryFeeds.ops, bo])
        #expect(feeds.counters[bo] == FeedCounters(sequence: 5, visible: 3, everHadCard: true))
        try feeds.passDeadlines(at: 10)
        #expect(feeds.last == FeedChanges() && feeds.lastFeeds.isEmpty)
    }

    @Test func `only the end of an embargo loads the editions that it replaces`() throws {
        var feeds = MemoryFeeds()
        try feeds.publish(edition(expiresAt: 10))
        try feeds.publish(edition("order-2", publishAt: 10))
        try feeds.publish(edition(nil, publishAt: 10))
        var engine = FeedEngine(now: .fixed(10))
        let needs = engine.needs(forDeadlinesOf: feeds.cards.map(\.card))
        #expect(needs.feeds == [MemoryFeeds.ops])
        #expect(needs.logicalCards == [LogicalCard(feed: MemoryFeeds.ops, lifecycle: "order-2")])
    }

    // MARK: Cancelling

    @Test(
        arguments: [
            (.active, nil, 5), (.snoozed, nil, 5), (.embargoed, nil, 0), (.cancelled, nil, nil),
            (.completed, .cardClosed, nil), (.dismissed, .cardClosed, nil), (.expired, .cardClosed, nil),
        ] as [(CardStatus, ProblemType?, Int64?)])
    func `an open card is cancelled, once`(status: CardStatus, expected: ProblemType?, sequence: Int64?) throws {
        let card = FeedCard(
            id: "c", feed: MemoryFeeds.ops, sequence: 3, priority: 5,
            life: CardLife(status: status, createdAt: 0, updatedAt: 0, activeAt: 0))
        var engine = FeedEngine(now: .fixed)
        engine.load(LoadedFeeds(counters: [MemoryFeeds.ops: FeedCounters(sequence: 4, visible: 1)]))
        let problem = problem { () throws(Problem) in try engine.cancel(card) }
        #expect(problem?.type == expected)
        let changes = engine.takeChanges()
        #expect(changes.updated.map(\.sequence) == [sequence].compactMap(\.self))
        #expect(changes.updated.allSatisfy { $0.life.status == .cancelled })
        #expect(changes.events.map(\.event) == (sequence == nil ? [] : [.cancelled]))
    }

    @Test func `a card that the environment does not have cannot be cancelled`() {
        var engine = FeedEngine(now: .fixed)
        #expect(problem { () throws(Problem) in try engine.cancel(nil) }?.type == .unknownCard)
    }
}
