import Cards
import FeedAPI

/// The operations of publishers.
extension FeedEngine {
    /// Returns what publications need and was not requested yet.
    mutating func needs(for publications: some Sequence<Publication>, in environment: EnvironmentID)
        -> FeedNeeds
    {
        var needs = FeedNeeds()
        for publication in publications {
            if let key = publication.request.key {
                let id = StoredPublication.ID(environment: environment, key: key)
                if self.publication(id) != nil { continue }
                needs.publications.append(id)
            }
            for feed in publication.feeds(in: environment) {
                ask(for: feed, publication.card.lifecycle.map { LogicalCard(feed: feed, lifecycle: $0) }, in: &needs)
            }
        }
        return needs
    }

    /// Publishes one card to each user of a publication. A publication with a known key returns the first receipt and
    /// changes nothing.
    ///
    /// - Parameter ids: Random ids in ascending order, at least one for each card. Used ids are removed. The order of
    ///   the ids determines the order of cards that are published together.
    /// - Throws: ``Problem`` of type `key-reused`. The transaction must not be written then.
    mutating func publish(
        _ publication: Publication, in environment: EnvironmentID, ids: inout ArraySlice<CardID>
    ) throws(Problem) -> [PublishReceipt.Published] {
        let request = publication.request
        let key = request.key.map { StoredPublication.ID(environment: environment, key: $0) }
        if let key, let first = self.publication(key) {
            guard first.fingerprint == publication.fingerprint else {
                throw Problem(
                    .keyReused, detail: "The idempotency key was already used for other cards. Use a new key.",
                    pointer: "/key",
                    line: publication.line)
            }
            return first.receipt.cards
        }
        let checked = publication.card
        let life = CardLife(publishedAt: time, publishAt: checked.publishAt, expiresAt: checked.expiresAt)
        var published: [PublishReceipt.Published] = []
        published.reserveCapacity(request.users.count)
        for feed in publication.feeds(in: environment) {
            guard let id = ids.popFirst() else {
                throw Problem(
                    .internalError, detail: "The server made fewer ids than cards. Report this to its administrator.")
            }
            let card = FeedCard(
                id: id, feed: feed, priority: checked.priority, lifecycle: checked.lifecycle, life: life)
            try cancelEditions(replacedBy: card)
            try insert(card, body: request.body)
            published.append(
                PublishReceipt.Published(
                    id: id, user: feed.viewer.user, streamID: feed.streamID, status: life.status))
        }
        if let key {
            remember(
                StoredPublication(
                    id: key, fingerprint: publication.fingerprint, receipt: PublishReceipt(cards: published)))
        }
        return published
    }

    /// Cancels an open card. A card that is already cancelled stays unchanged.
    ///
    /// - Parameter card: The card; nil if it does not exist in the environment.
    /// - Throws: ``Problem`` of type `unknown-card` or `card-closed`.
    mutating func cancel(_ card: FeedCard?) throws(Problem) {
        guard var card else { throw .unknownCardOfEnvironment }
        if card.life.status == .cancelled { return }
        guard card.life.status.isOpen else { throw .cardClosed(card.life.status) }
        let previous = card.life
        card.life.close(as: .cancelled, at: time)
        card = try update(card, from: previous)
        if let ask = card.ask.flatMap({ ask($0) }) { try count(card, of: ask, by: nil, body: nil) }
    }
}
