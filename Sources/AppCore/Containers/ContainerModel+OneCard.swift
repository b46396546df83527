import Cards

extension ContainerModel {
    /// The part of a window that a container for one card shows: its first card, or nothing.
    ///
    /// A single card container that does not load the next one stays empty once its card is dealt with, until a card
    /// comes first that was not there then.
    ///
    /// - Parameter isBusy: The user is at the card: it stays, whatever comes before it. A modal card always stays until it is
    ///   dealt with: a key must not answer another card than the one that was read.
    mutating func onlyCard(of window: CardWindow, isBusy: Bool) -> CardWindow {
        var shown = window
        shown.hasMoreBefore = false
        shown.hasMoreAfter = false
        shown.offset = 0
        (shown.unseenBefore, shown.unseenAfter) = (nil, nil)
        let present = Set(window.items.map(\.id))
        if kind == .single, !options.loadsNext {
            // Only what was there before: a burst of new cards may have pushed all of that out of sight.
            if let card = self.window.items.first?.id, !present.contains(card) {
                skippedCards.insert(window.items.filter { behind.contains($0.id) })
            }
            skippedCards.keep(window.items)
        }
        behind = present
        let own = self.window.items.first.flatMap { own in window.items.first { $0.id == own.id } }
        shown.items =
            (isBusy || kind == .modal ? own : nil).map { [$0] }
            ?? window.items.first.map { skippedCards.contains($0) ? [] : [$0] } ?? []
        return shown
    }
}
