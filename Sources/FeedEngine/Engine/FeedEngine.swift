import Cards
import FeedAPI

import struct Foundation.Date

/// The rules of feeds: the effects of publishing, acting, cancelling and time on cards. A pure value without database
/// and clock.
///
/// An engine executes one ``FeedCommand``, which passes it what a storage has loaded and returns its changes. Each call
/// sees the changes of earlier ones, so nothing is loaded twice.
struct FeedEngine: Sendable {
    private struct Feed {
        /// Nil until they are loaded.
        var counters: FeedCounters?
        var isChanged = false
    }

    /// The time of the transaction.
    let now: Date
    /// The time in milliseconds since 1970.
    let time: Int64
    /// Nil leaves settled asks unsigned.
    let signer: (any AskSigner)?
    /// The device of the user who acts, for the record of asks; nil if it is not stated, or no user acts.
    let device: ViewerDevice?
    private var feeds: [FeedKey: Feed] = [:]
    /// The current state of the loaded or published cards that may change again.
    private var cards: [CardID: FeedCard] = [:]
    /// The editions of each logical card, oldest first. Some may have ended since they were loaded.
    private var logicalCards: [LogicalCard: [CardID]] = [:]
    private var publications: [StoredPublication.ID: StoredPublication] = [:]
    /// The current state of the loaded asks and of new ones.
    private var asks: [AskID: StoredAsk] = [:]
    private var changedAsks: Set<AskID> = []
    private var changes = FeedChanges()
    /// The index of each card in `changes.updated`.
    private var places: [CardID: Int] = [:]

    init(now: Date, signer: (any AskSigner)? = nil, device: ViewerDevice? = nil) {
        self.now = now
        self.signer = signer
        self.device = device
        time = FeedTime.milliseconds(now)
    }

    // MARK: Loading

    /// Adds what a storage has loaded. The engine's own state is newer and takes precedence.
    mutating func load(_ loaded: LoadedFeeds) {
        for (key, counters) in loaded.counters where feeds[key]?.counters == nil {
            feeds[key] = Feed(counters: counters)
        }
        for publication in loaded.publications { publications[publication.id] = publication }
        for ask in loaded.asks where asks[ask.id] == nil { asks[ask.id] = ask }
        load(loaded.askCards)
        load(loaded.editions)
        for card in loaded.editions {
            guard let logicalCard = card.logicalCard, logicalCards[logicalCard]?.contains(card.id) != true else {
                continue
            }
            logicalCards[logicalCard, default: []].append(card.id)
        }
    }

    /// Adds cards that a storage has loaded, like ``load(_:)-(LoadedFeeds)``.
    mutating func load(_ loaded: [FeedCard]) {
        for card in loaded where cards[card.id] == nil { cards[card.id] = card }
    }

    /// Requests a feed and the editions of a logical card, unless they were requested before.
    mutating func ask(for feed: FeedKey, _ logicalCard: LogicalCard?, in needs: inout FeedNeeds) {
        if feeds.index(forKey: feed) == nil {
            feeds[feed] = Feed()
            needs.feeds.append(feed)
        }
        if let logicalCard, logicalCards.index(forKey: logicalCard) == nil {
            logicalCards[logicalCard] = []
            needs.logicalCards.append(logicalCard)
        }
    }

    func publication(_ id: StoredPublication.ID) -> StoredPublication? { publications[id] }

    func card(_ id: CardID) -> FeedCard? { cards[id] }

    func ask(_ id: AskID) -> StoredAsk? { asks[id] }

    // MARK: Changes

    /// Returns the changes since the last call, for the storage to write. Counters follow in ``finish()``.
    mutating func takeChanges() -> FeedChanges {
        places = [:]
        defer { changes = FeedChanges() }
        return changes
    }

    /// Returns the changes since the last call of ``takeChanges()``, all changed asks and the counters of all changed feeds. Counters are
    /// written last, so that two transactions on one feed block each other only at their ends.
    mutating func finish() -> FeedChanges {
        var changes = takeChanges()
        changes.asks = changedAsks.sorted { $0.rawValue < $1.rawValue }.compactMap { asks[$0] }
        changes.counters = feeds.filter(\.value.isChanged).compactMapValues(\.counters)
        return changes
    }

    /// Stores a new card.
    mutating func insert(_ card: FeedCard, body: [UInt8]) throws(Problem) {
        var card = card
        try count(&card, from: nil)
        changes.inserted.append(StoredCard(card: card, body: body))
        guard let logicalCard = card.logicalCard else { return }
        cards[card.id] = card
        logicalCards[logicalCard, default: []].append(card.id)
    }

    /// Stores a changed card and returns it with the number of the change.
    ///
    /// - Parameter response: The user's response that changed it; nil for other changes.
    @discardableResult
    mutating func update(
        _ card: FeedCard, from previous: CardLife, by response: CardResponse? = nil
    ) throws(Problem) -> FeedCard {
        var card = card
        try count(&card, from: previous, by: response)
        cards[card.id] = card
        if let place = places[card.id] {
            changes.updated[place] = card
        } else {
            places[card.id] = changes.updated.count
            changes.updated.append(card)
        }
        return card
    }

    /// Cancels the editions that a card replaces. An active card replaces all others. An embargoed card replaces other
    /// embargoed ones: the visible card stays until its successor is active. A final card replaces nothing.
    mutating func cancelEditions(replacedBy card: FeedCard) throws(Problem) {
        guard let logicalCard = card.logicalCard, card.life.status.isOpen else { return }
        guard let editions = logicalCards[logicalCard] else { throw Self.notLoaded }
        if editions.isEmpty { return }
        let statuses: [CardStatus] =
            card.life.status == .embargoed ? [.embargoed] : [.active, .embargoed, .snoozed]
        for id in editions where id != card.id {
            guard var other = cards[id], statuses.contains(other.life.status) else { continue }
            let previous = other.life
            other.life.close(as: .cancelled, at: time)
            try update(other, from: previous)
        }
        // Final cards are no longer relevant.
        logicalCards[logicalCard] = editions.filter { cards[$0]?.life.status.isOpen == true }
    }

    mutating func remember(_ publication: StoredPublication) {
        publications[publication.id] = publication
        changes.publications.append(publication)
    }

    /// Stores a new or changed ask.
    mutating func store(_ ask: StoredAsk) {
        asks[ask.id] = ask
        changedAsks.insert(ask.id)
    }

    /// Replaces what a card shows.
    mutating func rewrite(_ card: CardID, _ body: [UInt8]) { changes.bodies[card] = body }

    /// Adds an entry to the record of the ask's environment.
    mutating func record(_ entry: AuditEntry, of ask: StoredAsk) {
        changes.audit.append(StoredAudit(environment: ask.environment, entry: entry))
    }

    /// Records an event for webhooks.
    mutating func record(_ event: FeedEvent) { changes.events.append(event) }

    mutating func remember(_ action: StoredAction, submitting files: [UploadID]) {
        changes.actions.append(action)
        changes.submitted += files
    }

    /// Counts and numbers a change, and records it for webhooks.
    private mutating func count(
        _ card: inout FeedCard, from previous: CardLife?, by response: CardResponse? = nil
    ) throws(Problem) {
        guard let index = feeds.index(forKey: card.feed),
            let sequence = feeds.values[index].counters?.count(from: previous?.status, to: card.life.status)
        else { throw Self.notLoaded }
        card.sequence = sequence
        feeds.values[index].isChanged = true
        if let event = FeedEvent.event(from: previous, to: card.life, by: response) {
            changes.events.append(
                FeedEvent(event: event, cardID: card.id, feed: card.feed, sequence: card.sequence, at: time))
        }
    }

    private static let notLoaded = Problem(
        .internalError,
        detail: "The server did not load the data that the change needs. Report this to its administrator.")
}
