import Cards
import FeedAPI

import struct Foundation.Date

/// The rules of feeds: what publishing, acting, cancelling and time do to cards. Values in, values out: it knows no
/// database and no clock.
///
/// An engine serves one ``FeedCommand``, which gives it what a storage has loaded and hands over what changed. Each call sees
/// what those before it changed, so nothing is loaded twice.
struct FeedEngine: Sendable {
    private struct Feed {
        /// Nil until they are loaded.
        var counters: FeedCounters?
        var isChanged = false
    }

    /// The time of everything that happens in the transaction.
    let now: Date
    /// The same in milliseconds since 1970.
    let time: Int64
    private var feeds: [FeedKey: Feed] = [:]
    /// The cards that were loaded or published and that may change again, as they are now.
    private var cards: [CardID: FeedCard] = [:]
    /// The editions of each logical card, the oldest first. Some may have ended since they were loaded.
    private var logicalCards: [LogicalCard: [CardID]] = [:]
    private var publications: [StoredPublication.ID: StoredPublication] = [:]
    private var changes = FeedChanges()
    /// Where each card is in `changes.updated`.
    private var places: [CardID: Int] = [:]

    init(now: Date) {
        self.now = now
        time = FeedTime.milliseconds(now)
    }

    // MARK: What a storage has

    /// Takes what a storage has loaded. What the engine knows already is newer and stays.
    mutating func load(_ loaded: LoadedFeeds) {
        for (key, counters) in loaded.counters where feeds[key]?.counters == nil {
            feeds[key] = Feed(counters: counters)
        }
        for publication in loaded.publications { publications[publication.id] = publication }
        load(loaded.editions)
        for card in loaded.editions {
            guard let logicalCard = card.logicalCard, logicalCards[logicalCard]?.contains(card.id) != true else {
                continue
            }
            logicalCards[logicalCard, default: []].append(card.id)
        }
    }

    /// Takes cards that a storage has loaded, like ``load(_:)-(LoadedFeeds)``.
    mutating func load(_ loaded: [FeedCard]) {
        for card in loaded where cards[card.id] == nil { cards[card.id] = card }
    }

    /// Asks for a feed and for the editions of a logical card, unless that has been done.
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

    // MARK: What has changed

    /// What changed since the last call, for the storage to write. The counters are left for ``finish()``.
    mutating func takeChanges() -> FeedChanges {
        places = [:]
        defer { changes = FeedChanges() }
        return changes
    }

    /// What changed since the last call of ``takeChanges()``, and the counters of all feeds that changed: those are written
    /// last, so that two transactions that change one feed wait for each other only at their ends.
    mutating func finish() -> FeedChanges {
        var changes = takeChanges()
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

    /// Stores a card that changed, and returns it with the number of the change.
    @discardableResult
    mutating func update(_ card: FeedCard, from previous: CardLife) throws(Problem) -> FeedCard {
        var card = card
        try count(&card, from: previous)
        cards[card.id] = card
        if let place = places[card.id] {
            changes.updated[place] = card
        } else {
            places[card.id] = changes.updated.count
            changes.updated.append(card)
        }
        return card
    }

    /// Cancels what an edition replaces. One that is active replaces all others. One that waits for its time replaces others
    /// that wait: what the user sees stays until its successor is active. One that has ended replaces nothing.
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
        // Those that ended never matter again.
        logicalCards[logicalCard] = editions.filter { cards[$0]?.life.status.isOpen == true }
    }

    mutating func remember(_ publication: StoredPublication) {
        publications[publication.id] = publication
        changes.publications.append(publication)
    }

    mutating func remember(_ action: StoredAction, submitting files: [UploadID]) {
        changes.actions.append(action)
        changes.submitted += files
    }

    /// Numbers and counts a change, and notes it for webhooks.
    private mutating func count(_ card: inout FeedCard, from previous: CardLife?) throws(Problem) {
        guard let index = feeds.index(forKey: card.feed),
            let sequence = feeds.values[index].counters?.count(from: previous?.status, to: card.life.status)
        else { throw Self.notLoaded }
        card.sequence = sequence
        feeds.values[index].isChanged = true
        if let event = FeedEvent.event(from: previous, to: card.life) {
            changes.events.append(
                FeedEvent(event: event, cardID: card.id, feed: card.feed, sequence: card.sequence, at: time))
        }
    }

    private static let notLoaded = Problem(.internalError, detail: "The storage did not load what a change needs.")
}
