package import Cards

import struct Foundation.Date

/// Cards that arrived or received a new message while the viewer was open, and that have not been on screen since.
package struct Arrivals: Equatable, Sendable {
    /// The cards inside the window.
    package var unseen: Set<CardID> = []
    /// The number of cards before the window, which are not known individually. ``afterWindow`` is the same for the
    /// other side.
    package var beforeWindow = 0
    package var afterWindow = 0
    /// Cards that left the window and were not new, with the time at which each became active. A card that comes back
    /// unchanged, for example because its dismissal was undone in another viewer, is not new.
    var left: [CardID: Date] = [:]

    package init() {}

    package var isEmpty: Bool { unseen.isEmpty && beforeWindow == 0 && afterWindow == 0 }
}
