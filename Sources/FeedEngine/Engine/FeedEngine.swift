import Cards
import FeedAPI

import struct Foundation.Date

/// The rules of feeds: how publishing, acting, cancelling and time affect cards. A value without a database and without
/// a clock.
///
/// An engine executes one ``FeedCommand``. The command gives it the data that a storage has loaded, and gets the
/// changes to write. Each call sees the changes of earlier calls, so nothing has to be loaded twice.
struct FeedEngine: Sendable {
    private struct Feed {
        /// The counters; nil until they are loaded.
        var counters: FeedCounters?
        var isChanged = false
    }

    /// The time of the transaction.
    let now: Date
    /// The time in milliseconds since 1970.
    let time: Int64
    /// Signs settled asks; nil leaves them unsigned.
    let signer: (any AskSigner)?
    /// The device of the acting user, for the audit log; nil if the program does not name one, or if no user acts.
    let device: ViewerDevice?
    private var feeds: [FeedKey: Feed] = [:]
    /// The current state of loaded and published cards that may change again.
    private var cards: [CardID: FeedCard] = [:]
    /// The editions of each logical card, oldest first. Some may have ended after they were loaded.
    private var logicalCards: [LogicalCard: [CardID]] = [:]
    private var publications: [StoredPublication.ID: StoredPublication] = [:]
    /// The current state of loaded and new asks.
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

    /// Adds data that a storage has loaded. The engine's own state is newer and takes precedence.
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

    /// Adds cards that a storage has loaded. As in ``load(_:)-(LoadedFeeds)``, the engine's own state takes precedence.
    mutating func load(_ loaded: [FeedCard]) {
        for card in loaded where cards[card.id] == nil { cards[card.id] = card }
    }

    /// Adds a feed and the editions of a logical card to the needs, unless they were requested before.
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

    /// Returns the changes since the last call, for the storage to write. The counters follow in ``finish()``.
    mutating func takeChanges() -> FeedChanges {
        places = [:]
        defer { changes = FeedChanges() }
        return changes
    }

    /// Returns the changes since the last call of ``takeChanges()``, all changed asks, and the counters of all changed
    /// feeds. Counters are written last, so that two transactions on the same feed block each other only at their ends.
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

    /// Stores a changed card and returns it with the sequence number of the change.
    ///
    /// - Parameter response: The user's response that changed the card; nil for other changes.
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

    /// Cancels the editions that a card replaces. An active card replaces all other open editions. An embargoed card
    /// replaces only other embargoed editions: the visible card stays until its successor becomes active. An ended card
    /// replaces nothing.
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
        // Ended cards are no longer needed.
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

    /// Replaces the body of a card.
    mutating func rewrite(_ card: CardID, _ body: [UInt8]) { changes.bodies[card] = body }

    /// Adds an entry to the audit log of the ask's environment.
    mutating func record(_ entry: AuditEntry, of ask: StoredAsk) {
        changes.audit.append(StoredAudit(environment: ask.environment, entry: entry))
    }

    /// Records an event for webhooks.
    mutating func record(_ event: FeedEvent) { changes.events.append(event) }

    mutating func remember(_ action: StoredAction, submitting files: [UploadID]) {
        changes.actions.append(action)
        changes.submitted += files
    }

    /// Updates the counters for a change, assigns its sequence number, and records its event for webhooks.
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
