import Cards
import FeedAPI
import FeedEngine
import Foundation
import Support

/// A storage in memory: does nothing but load what the engine asks for and keep what it changed. Times are seconds from
/// ``Foundation/Date/fixed``.
struct MemoryFeeds {
    static let environment: EnvironmentID = "e"
    static let ana = Viewer(environment: environment, user: "ana")
    static let ops = FeedKey(viewer: ana, streamID: "ops")

    private(set) var counters: [FeedKey: FeedCounters] = [:]
    /// In the order of their publication.
    private(set) var cards: [StoredCard] = []
    private(set) var events: [FeedEvent] = []
    private(set) var publications: [StoredPublication] = []
    private(set) var actions: [StoredAction] = []
    private(set) var submitted: [UploadID] = []
    /// What ana has uploaded for any card.
    var files: [UploadID: BucketID] = [:]
    /// What the last command changed.
    private(set) var last = FeedChanges()
    private(set) var lastFeeds: Set<FeedKey> = []
    private var count = 0

    func card(_ id: CardID) -> FeedCard? { cards.first { $0.card.id == id }?.card }

    func status(_ id: CardID) -> CardStatus? { card(id)?.life.status }

    func load(_ needs: FeedNeeds) -> LoadedFeeds {
        var loaded = LoadedFeeds()
        for feed in needs.feeds { loaded.counters[feed] = counters[feed] ?? FeedCounters() }
        for logicalCard in needs.logicalCards {
            loaded.editions += cards.map(\.card).filter { $0.logicalCard == logicalCard && $0.life.status.isOpen }
        }
        return loaded
    }

    /// Fails when the engine changes what is not there.
    private mutating func write(_ engine: inout FeedEngine) throws(Problem) {
        last = engine.takeChanges()
        lastFeeds = Set(engine.changedCounters.keys)
        cards += last.inserted
        for card in last.updated {
            guard let place = cards.firstIndex(where: { $0.card.id == card.id }) else {
                throw Problem(.internalError, detail: "no such card")
            }
            cards[place].card = card
        }
        counters.merge(engine.changedCounters) { $1 }
        events += last.events
        publications += last.publications
        actions += last.actions
        submitted += last.submitted
    }

    // MARK: Commands

    mutating func publish(
        _ requests: [PublishRequest], at seconds: Double = 0
    ) throws(Problem) -> [PublishReceipt.Published] {
        let now = Date.fixed(seconds)
        var engine = FeedEngine(now: now)
        var list: [Publication] = []
        for (index, request) in requests.enumerated() {
            list.append(try Publication(request, line: index + 1, now: now))
        }
        let keys = requests.compactMap(\.key)
        engine.load(publications.filter { keys.contains($0.key) })
        engine.load(load(engine.needs(for: list, in: Self.environment)))
        var ids = (0..<requests.reduce(0) { $0 + $1.users.count }).map { CardID("c\(count + $0)") }[...]
        count += ids.count
        var published: [PublishReceipt.Published] = []
        for publication in list { published += try engine.publish(publication, in: Self.environment, ids: &ids) }
        try write(&engine)
        return published
    }

    /// Publishes one card to ana.
    @discardableResult
    mutating func publish(_ body: CardBody = makeBody(), at seconds: Double = 0) throws(Problem) -> CardID {
        let request = PublishRequest(streamID: "ops", users: ["ana"], body: body.encoded())
        return try publish([request], at: seconds)[0].id
    }

    @discardableResult
    mutating func act(
        _ response: CardResponse, on id: CardID, key: ActionKey = "k", at seconds: Double = 0
    ) throws(Problem) -> ActionReceipt {
        let now = Date.fixed(seconds)
        let request = ActionRequest(key: key, streamID: "ops", cardID: id, response: response, at: now)
        let stored = actions.first { $0.receipt.key == key }
        if let first = try FeedEngine.answer(to: request, stored: stored) {
            last = FeedChanges()
            return first
        }
        var engine = FeedEngine(now: now)
        engine.load(load(FeedNeeds(feeds: [Self.ops])))
        let card = cards.first { $0.card.id == id && $0.card.feed == Self.ops }
        let receipt = try engine.act(
            request, by: Self.ana, on: card, files: response.fileIDs.isEmpty ? [:] : files)
        try write(&engine)
        return receipt
    }

    mutating func cancel(_ id: CardID, at seconds: Double = 0) throws(Problem) {
        var engine = FeedEngine(now: .fixed(seconds))
        let card = card(id)
        engine.load(load(FeedNeeds(feeds: card.map { [$0.feed] } ?? [])))
        try engine.cancel(card)
        try write(&engine)
    }

    /// Lets time pass for all cards that are due.
    mutating func passDeadlines(at seconds: Double) throws(Problem) {
        var engine = FeedEngine(now: .fixed(seconds))
        let now = Date.fixed(seconds).milliseconds
        let due = cards.map(\.card).filter { ($0.life.deadline ?? .max) <= now }
            .sorted { ($0.life.deadline ?? 0) < ($1.life.deadline ?? 0) }
        engine.load(load(engine.needs(forDeadlinesOf: due)))
        try engine.passDeadlines(of: due)
        try write(&engine)
    }
}

/// An edition of one logical card; times are seconds from ``Foundation/Date/fixed``.
func edition(
    _ lifecycle: String? = "order-1", publishAt: Double? = nil, expiresAt: Double? = nil
) -> CardBody {
    var body = makeBody(lifecycleID: lifecycle)
    body.publishAt = publishAt.map { .fixed($0) }
    body.expiresAt = expiresAt.map { .fixed($0) }
    return body
}

/// The problem that a call ends with.
func problem<Result>(_ body: () throws(Problem) -> Result) -> Problem? {
    do throws(Problem) {
        _ = try body()
        return nil
    } catch { return error }
}
