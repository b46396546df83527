package import Cards

/// What a feed counts.
package struct FeedCounters: Hashable, Sendable {
    /// The number of the last change; 0 before the first.
    package var sequence: Int64
    /// How many cards are active.
    package var visible: Int
    package var everHadCard: Bool

    /// Those of a feed without any card, by default.
    package init(sequence: Int64 = 0, visible: Int = 0, everHadCard: Bool = false) {
        self.sequence = sequence
        self.visible = visible
        self.everHadCard = everHadCard
    }

    /// Counts one change of a card.
    ///
    /// - Parameter previous: nil for a card that is new.
    /// - Returns: The number of the change. 0 when the user has never been told of the card and does not see it now either:
    ///   such a change is not told, and takes no number.
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
