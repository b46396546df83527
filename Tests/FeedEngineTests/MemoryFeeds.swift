import Cards
import FeedAPI
import Foundation
import Support

@testable import FeedEngine

/// A storage for commands: it only loads what they request and stores what they change. Times are seconds from
/// ``Foundation/Date/fixed``.
struct MemoryFeeds {
    static let environment: EnvironmentID = "e"
    static let ana = Viewer(environment: environment, user: "ana")
    static let ops = FeedKey(viewer: ana, streamID: "ops")

    private(set) var counters: [FeedKey: FeedCounters] = [:]
    /// In the order of publication.
    private(set) var cards: [StoredCard] = []
    private(set) var events: [FeedEvent] = []
    private(set) var asks: [StoredAsk] = []
    private(set) var groups: [StoredGroup] = []
    private(set) var publications: [StoredPublication] = []
    private(set) var actions: [StoredAction] = []
    private(set) var submitted: [UploadID] = []
    /// The files that ana has uploaded for any card.
    var files: [UploadID: BucketID] = [:]
    /// The changes of the last command.
    private(set) var last = FeedChanges()
    private(set) var lastFeeds: Set<FeedKey> = []
    private var count = 0

    func card(_ id: CardID) -> FeedCard? { cards.first { $0.card.id == id }?.card }

    func status(_ id: CardID) -> CardStatus? { card(id)?.life.status }

    func load(_ needs: FeedNeeds) -> LoadedFeeds {
        var loaded = LoadedFeeds()
        for feed in needs.feeds { loaded.counters[feed] = counters[feed] ?? FeedCounters() }
        for address in needs.cards {
            guard let card = cards.first(where: { $0.card.id == address.id && address.contains($0.card.feed) }) else {
                continue
            }
            loaded.cards.append(card)
            loaded.counters[card.card.feed] = counters[card.card.feed]
        }
        if let due = needs.due {
            let waiting = cards.map(\.card).filter { ($0.life.deadline ?? .max) <= due.now }
            loaded.due = Array(
                waiting.sorted { ($0.life.deadline ?? 0) < ($1.life.deadline ?? 0) }.prefix(due.limit))
            for card in loaded.due { loaded.counters[card.feed] = counters[card.feed] }
        }
        loaded.asks = asks.filter { needs.asks.contains($0.id) || $0.key.map(needs.askKeys.contains) ?? false }
        if let due = needs.dueAsks { loaded.asks += asks.filter { ($0.due ?? .max) <= due.now } }
        for person in loaded.asks.flatMap(\.state.asked) {
            guard let card = card(person.card) else { continue }
            loaded.askCards.append(card)
            loaded.counters[card.feed] = counters[card.feed]
        }
        for logicalCard in needs.logicalCards {
            loaded.editions += cards.map(\.card).filter { $0.logicalCard == logicalCard && $0.life.status.isOpen }
        }
        loaded.groups = groups.filter { needs.groups.contains($0.environment) }
        loaded.publications = publications.filter { needs.publications.contains($0.id) }
        loaded.actions = actions.filter { needs.actions.contains($0.id) }
        if let wanted = needs.cardUploads.first {
            loaded.uploads = files.map { file, bucket in
                StoredUpload(
                    id: StoredUpload.ID(viewer: wanted.viewer, key: ActionKey(stored: file.rawValue)),
                    cardID: wanted.card.id,
                    receipt: UploadReceipt(id: file, bucketID: bucket, filename: "f", format: .png, size: 1),
                    fingerprint: "f", createdAt: 0)
            }
        }
        return loaded
    }

    /// Throws an error if a command changes a row that does not exist.
    private mutating func write(_ changes: FeedChanges) throws(Problem) {
        last = changes
        lastFeeds = Set(changes.counters.keys)
        cards += changes.inserted
        for card in changes.updated {
            guard let place = cards.firstIndex(where: { $0.card.id == card.id }) else {
                throw Problem(.internalError, detail: "no such card")
            }
            cards[place].card = card
        }
        for (id, body) in changes.bodies {
            guard let place = cards.firstIndex(where: { $0.card.id == id }) else {
                throw Problem(.internalError, detail: "no such card")
            }
            cards[place].body = body
        }
        for ask in changes.asks {
            asks.removeAll { $0.id == ask.id }
            asks.append(ask)
        }
        let replaced = Set(changes.groups.map(\.id) + changes.removedGroups)
        groups.removeAll { replaced.contains($0.id) }
        groups += changes.groups
        counters.merge(changes.counters) { $1 }
        events += changes.events
        publications += changes.publications
        actions += changes.actions
        submitted += changes.submitted
    }

    @discardableResult
    mutating func run<Command: FeedCommand>(_ command: Command) throws(Problem) -> Command.Reply {
        var command = command
        var needs = command.begin()
        while true {
            let decision = try command.decide(load(needs))
            try write(decision.changes)
            switch decision.next {
            case .load(let next): needs = next
            case .reply(let reply): return reply
            }
        }
    }

    // MARK: Commands

    mutating func publish(
        _ requests: [PublishRequest], at seconds: Double = 0
    ) throws(Problem) -> [PublishReceipt.Published] {
        let now = Date.fixed(seconds)
        var list: [Publication] = []
        for (index, request) in requests.enumerated() {
            list.append(try Publication(request, line: index + 1, now: now))
        }
        let ids = (0..<requests.reduce(0) { $0 + $1.users.count }).map { CardID("c\(count + $0)") }
        count += ids.count
        return try run(PublishCards(list, in: Self.environment, ids: ids, now: now)).cards
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
        let request = ActionRequest(
            key: key, streamID: "ops", cardID: id, response: response, at: .fixed(seconds))
        return try run(ActOnCard(request, by: Self.ana, now: .fixed(seconds)))
    }

    mutating func set(_ name: GroupName, _ users: [UserID]) throws(Problem) {
        let group = UserGroup(name: name, users: users, updatedAt: .fixed)
        try run(SetGroup(StoredGroup(environment: Self.environment, group: group)))
    }

    mutating func cancel(_ id: CardID, at seconds: Double = 0) throws(Problem) {
        try run(CancelCard(id, in: Self.environment, now: .fixed(seconds)))
    }

    /// Advances the time for all cards that are due.
    mutating func passDeadlines(at seconds: Double) throws(Problem) {
        try run(ApplyDeadlines(limit: .max, now: .fixed(seconds)))
    }
}

/// An edition of one logical card. Times are seconds from ``Foundation/Date/fixed``.
func edition(
    _ lifecycle: String? = "order-1", publishAt: Double? = nil, expiresAt: Double? = nil
) -> CardBody {
    var body = makeBody(lifecycleID: lifecycle)
    body.publishAt = publishAt.map { .fixed($0) }
    body.expiresAt = expiresAt.map { .fixed($0) }
    return body
}

/// The problem with which a call fails, or nil.
func problem<Result>(_ body: () throws(Problem) -> Result) -> Problem? {
    do throws(Problem) {
        _ = try body()
        return nil
    } catch { return error }
}

extension LoadedFeeds {
    /// Loaded feeds with counters only.
    init(counters: [FeedKey: FeedCounters]) {
        self.init()
        self.counters = counters
    }
}
