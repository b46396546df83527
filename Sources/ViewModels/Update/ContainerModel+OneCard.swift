import Cards

extension ContainerModel {
    /// The part of a window that a container for one card shows: its first card, or nothing.
    ///
    /// A single card container that does not load the next one stays empty once its card is dealt with, until a card
    /// comes first that was not there then.
    mutating func onlyCard(of window: CardWindow) -> CardWindow {
        var shown = window
        shown.hasMoreBefore = false
        shown.hasMoreAfter = false
        shown.offset = 0
        if kind == .single, !options.loadsNext {
            let present = Set(window.items.map(\.id))
            if let card = self.window.items.first?.id, !present.contains(card) { passedOver.formUnion(present) }
            passedOver.formIntersection(present)
        }
        shown.items = window.items.first.map { passedOver.contains($0.id) ? [] : [$0] } ?? []
        return shown
    }
}
