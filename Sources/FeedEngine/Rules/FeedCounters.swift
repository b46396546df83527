package import Cards

/// The counters of a feed.
package struct FeedCounters: Hashable, Sendable {
    /// The sequence number of the last change; 0 before the first change.
    package var sequence: Int64
    package var visible: Int
    package var everHadCard: Bool

    /// Creates counters; by default those of a feed without cards.
    package init(sequence: Int64 = 0, visible: Int = 0, everHadCard: Bool = false) {
        self.sequence = sequence
        self.visible = visible
        self.everHadCard = everHadCard
    }

    /// Counts a change of a card.
    ///
    /// - Parameter previous: The earlier status; nil for a new card.
    /// - Returns: The sequence number of the change; 0 if the user has never seen the card and does not see it now.
    ///   Such a change is not delivered.
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
