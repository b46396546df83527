package import Cards

import struct Foundation.Date

/// Cards that arrived, or got a new message, while the viewer was open and have not been on screen since: for what is said about them as they come.
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
}
