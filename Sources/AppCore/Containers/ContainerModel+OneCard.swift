import Cards

extension ContainerModel {
    /// The part of a window that a container for one card shows: the first card, or nothing.
    ///
    /// A single card container that does not load the next card stays empty after its card has ended, until the first
    /// card of the window is one that was not there at that time.
    ///
    /// - Parameter isBusy: Whether the user is working on the card: it stays, even when other cards arrive before it. A
    ///   modal card always stays until it ends, so that a key cannot answer a different card from the one that the user
    ///   read.
    mutating func onlyCard(of window: CardWindow, isBusy: Bool) -> CardWindow {
        var shown = window
        shown.hasMoreBefore = false
        shown.hasMoreAfter = false
        shown.offset = 0
        (shown.unseenBefore, shown.unseenAfter) = (nil, nil)
        let present = Set(window.items.map(\.id))
        if kind == .single, !options.loadsNext {
            // Skips only cards that were there before, because a burst of new cards may have pushed all of those out of
            // the window.
            if let card = self.window.items.first?.id, !present.contains(card) {
                skippedCards.insert(window.items.filter { behind.contains($0.id) })
            }
            skippedCards.keep(window.items)
        }
        behind = present
        let own = self.window.items.first.flatMap { own in window.items.first { $0.id == own.id } }
        guard kind == .modal else {
            shown.items =
                (isBusy ? own : nil).map { [$0] }
                ?? window.items.first.map { skippedCards.contains($0) ? [] : [$0] } ?? []
            return shown
        }
        let cards = window.items.filter { cardsSetAside[$0.id] != $0.version }
        shown.totalCount -= window.items.count - cards.count
        let card = own.flatMap { own in cards.first { $0.id == own.id } } ?? cards.first
        shown.items = card.map { [$0] } ?? []
        return shown
    }

    /// Removes the card that is shown, until its version changes, and requests the window with the next card.
    mutating func setCardAside() -> [Effect] {
        guard let item = window.items.first else { return [] }
        cardsSetAside[item.id] = item.version
        window.items = []
        selection = nil
        anchor = nil
        scrollIntent = nil
        return [.window(id, query)]
    }
}
