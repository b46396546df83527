package import Cards

/// What the user did, newest first, to read and scroll.
package struct HistoryOverlay: Hashable, Sendable {
    package var actions: [PastAction]
    /// The first row in sight.
    package var scroll = 0

    package init(actions: [PastAction]) { self.actions = actions }
}
