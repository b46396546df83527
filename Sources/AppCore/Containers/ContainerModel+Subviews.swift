import Cards

/// Enters and leaves a card's subview. Each view is restored to the position where the user left it.
extension ContainerModel {
    mutating func enterSubview(_ id: String, of card: CardID) {
        leftPlaces[card] = place(on: card)
        openSubviews[card] = id
        let place = subviewPlaces[card]?[id]
        unfolded[card] = place?.unfolded
        carouselPositions[card] = place?.carouselPositions
        focus = nil
        guard let anchor = place?.anchor, anchor.card == card else {
            scrollIntent = .revealSelection(edge: .top)
            return
        }
        go(to: anchor)
    }

    /// Returns to the position before the subview was opened.
    mutating func leaveSubview(of card: CardID) {
        guard let id = openSubviews.removeValue(forKey: card) else { return }
        subviewPlaces[card, default: [:]][id] = place(on: card)
        let place = leftPlaces.removeValue(forKey: card)
        unfolded[card] = place?.unfolded
        carouselPositions[card] = place?.carouselPositions
        focus = place?.focus
        guard let anchor = place?.anchor, window.items.contains(where: { $0.id == anchor.card }) else {
            scrollIntent = .revealSelection(edge: .top)
            return
        }
        go(to: anchor)
    }

    private func place(on card: CardID) -> Place {
        Place(anchor: anchor, focus: focus, unfolded: unfolded[card], carouselPositions: carouselPositions[card])
    }

    private mutating func go(to anchor: ScrollAnchor) {
        self.anchor = anchor
        scrollIntent = .lines(0)
    }
}
