package import Cards

import struct Foundation.Date

/// Cards that arrived and have not been on screen yet: the source of the quiet "2 new" markers.
package struct Arrivals: Equatable, Sendable {
    /// Those inside the window.
    package var unseen: Set<CardID> = []
    /// Those before and after the window: only their number is known.
    package var beforeWindow = 0
    package var afterWindow = 0
    /// Cards that left the window and were not new, and when each had become active. One that comes back unchanged, as when
    /// its dismissal is undone in another viewer, is not new.
    var left: [CardID: Date] = [:]

    package init() {}

    package var isEmpty: Bool { unseen.isEmpty && beforeWindow == 0 && afterWindow == 0 }

    /// How many are out of sight above and below, given which positions of the window are in sight (a part of a
    /// card is enough). Empty `visible` counts everything as below.
    package func counts(in window: CardWindow, visible: Range<Int>) -> (above: Int, below: Int) {
        var counts = (above: beforeWindow, below: afterWindow)
        guard !unseen.isEmpty else { return counts }
        for (index, item) in window.items.enumerated() where unseen.contains(item.id) {
            if index < visible.lowerBound, !visible.isEmpty {
                counts.above += 1
            } else if index >= visible.upperBound || visible.isEmpty {
                counts.below += 1
            }
        }
        return counts
    }
}
