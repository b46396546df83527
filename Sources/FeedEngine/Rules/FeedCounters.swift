package import Cards

/// The counters of a feed.
package struct FeedCounters: Hashable, Sendable {
    /// The number of the last change; 0 before the first.
    package var sequence: Int64
    /// The number of active cards.
    package var visible: Int
    package var everHadCard: Bool

    /// The counters of a feed without cards by default.
    package init(sequence: Int64 = 0, visible: Int = 0, everHadCard: Bool = false) {
        self.sequence = sequence
        self.visible = visible
        self.everHadCard = everHadCard
    }

    /// Counts a change of a card.
    ///
    /// - Parameter previous: Nil for a new card.
    /// - Returns: The number of the change; 0 if the user never saw the card and does not see it now: such a change is
    ///   not delivered and gets no number.
    package mutating func count(from previous: CardStatus?, to status: CardStatus) -> Int64 {
        let wasTold = previous != nil && previous != .embargoed
        guard wasTold || status == .active else { return 0 }
        sequence += 1
        if previous == .active { visible -= 1 }
        if status == .active {
            visible += 1
            everHadCard = true
        }
        return sequence
    }
}
