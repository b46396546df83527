import Cards
package import FeedAPI
package import FeedEngine

/// A card that has ended, with the user's responses.
package struct EndedCard: Hashable, Sendable {
    /// The number of the card in the order in which cards ended.
    package var number: Int64
    package var outcome: CardOutcome
    /// The card's title; nil if it has none.
    package var title: String?

    /// - Parameter actions: The user's actions on the card, in the order of arrival.
    package init(number: Int64, _ stored: StoredCard, actions: [StoredAction]) throws(Problem) {
        self.number = number
        outcome = try CardOutcome(stored, actions: actions)
        // If the body cannot be decoded, there is no title.
        title = (try? CardBody.decode(stored.body))?.title
    }

    /// The approximate size as JSON in bytes, for ``RecordRange/mostBytes``.
    package static func size(_ actions: [StoredAction]) -> Int { actions.reduce(256) { $0 + $1.request.count } }
}
