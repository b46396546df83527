import Cards
package import FeedAPI
package import FeedEngine

/// A card that has ended, with what its user answered.
package struct EndedCard: Hashable, Sendable {
    /// Increases with every card that ends.
    package var number: Int64
    package var outcome: CardOutcome
    /// The title; nil for a card without one.
    package var title: String?

    /// - Parameter actions: The user's actions on the card in the order of arrival.
    package init(number: Int64, _ stored: StoredCard, actions: [StoredAction]) throws(Problem) {
        self.number = number
        outcome = try CardOutcome(stored, actions: actions)
        // A body that cannot be decoded has no title.
        title = (try? CardBody.decode(stored.body))?.title
    }

    /// About how many bytes it has as JSON, for ``RecordRange/mostBytes``.
    package static func size(_ actions: [StoredAction]) -> Int { actions.reduce(256) { $0 + $1.request.count } }
}
