import Cards

extension ContainerModel {
    /// The context that determines how a container takes over a new window.
    struct Arriving {
        /// The layout of this container's cards in the last frame.
        var layout: ContainerReport?
        /// The terminal's height.
        var rows: Int
        /// Whether the user has begun to fill in the selected card, or has focused an element of it.
        var isBusy = false
        /// Whether the viewport stays at the top while cards arrive, because the user has not done anything yet.
        var followsTop: Bool
        /// Whether the viewport stays at the top because the user has never been in this container.
        var isUntouched = false
        /// Whether the focused field is in sight.
        var showsField = false
        /// Cards that the user brought back.
        var back: Set<CardID> = []
    }

    /// Takes over a new state of the window. The selected card stays selected, and stays in its place on screen. If it
    /// is gone, the selection moves to the card below, or else above.
    mutating func receive(_ arrived: CardWindow, _ arriving: Arriving) -> [Effect] {
        let new = kind.showsOneCard ? onlyCard(of: arrived, isBusy: arriving.isBusy) : arrived
        let old = window
        // Cards that appear because the filter or the order changed have not just arrived.
        let (isFiltered, isSorted) = (windowFilter != filter || old.isPartial, windowSorting != sorting)
        (windowFilter, windowSorting) = (filter, sorting)
        if isFiltered {
            arrivals = Arrivals()
        } else if isSorted {
            arrivals.keep(in: new)
        } else if hasWindow, !arriving.followsTop {
            arrivals.record(from: old, to: new, back: arriving.back)
        }
        window = new
        hasWindow = true
        windowWait = .none
        // Lazy, because the jump case below does not need it.
        lazy var present = Set(new.items.map(\.id))
        if let selection, new.position(of: selection) == nil { keepSubview(of: selection, over: old) }
        if !openSubviews.isEmpty { openSubviews = openSubviews.filter { present.contains($0.key) } }
        if !leftPlaces.isEmpty { leftPlaces = leftPlaces.filter { present.contains($0.key) } }
        if !subviewPlaces.isEmpty { subviewPlaces = subviewPlaces.filter { present.contains($0.key) } }
        if !unfolded.isEmpty { unfolded = unfolded.filter { present.contains($0.key) } }
        if !carouselPositions.isEmpty { carouselPositions = carouselPositions.filter { present.contains($0.key) } }

        guard let first = new.items.first else {
            selection = nil
            focus = nil
            anchor = nil
            scrollIntent = nil
            list.isCardOpen = false
            pendingJump = nil
            return []
        }
        if let end = pendingJump, end == .start ? !new.hasMoreBefore : !new.hasMoreAfter {
            finishJump(end)
            return []
        }
        if selectPendingGroup(in: old, layout: arriving.layout) { return windowEffects(rows: arriving.rows) }
        if let pending = pendingSelection {
            if present.contains(pending) {
                select(pending, edge: .nearest)
                pendingSelection = nil
            } else if query.anchor == .card(pending) {
                // The window around this card arrived without it, so the card no longer exists.
                pendingSelection = nil
            }
        }
        guard let selection, !arriving.followsTop, !arriving.isUntouched else {
            self.selection = first.id
            focus = nil
            anchor = nil
            scrollIntent = .toStart
            return windowEffects(rows: arriving.rows)
        }
        if present.contains(selection) {
            hold(selection, present: present, layout: arriving.layout, over: old)
            recordChange(of: selection, from: old)
            dropLostFocus(old)
            // The text above the field may have grown or shrunk. Keeps the field in sight, together with the text that
            // it answers.
            if arriving.showsField, focus != nil, old[selection] != window[selection] {
                scrollIntent = scrollIntent ?? .keepFocus
            }
            return windowEffects(rows: arriving.rows)
        }
        return handOver(from: old, present: present, arriving)
    }

    /// Moves the selection to a neighbour, because the selected card left the window. If a burst of arrivals may have
    /// pushed the card out, also requests the window around it, and selects the card again when that window arrives.
    private mutating func handOver(from old: CardWindow, present: Set<CardID>, _ arriving: Arriving) -> [Effect] {
        guard let gone = selection, let successor = successor(of: gone, in: old, present: present) else { return [] }
        if let next = old.items.first(where: { $0.id == gone }).flatMap(window.replacement) {
            // Inputs are identified by name. Buttons are identified by index, which may belong to another button now.
            let kept: FocusTarget? = if case .input = focus { focus } else { nil }
            hasChangedCard = true
            selection = next
            hold(next, inPlaceOf: gone, present: present, layout: arriving.layout, over: old)
            scrollIntent = .revealSelection(edge: .nearest)
            focus = kept
            dropLostFocus(old)
            return windowEffects(rows: arriving.rows)
        }
        let wasPushedOut = query.anchor != .card(gone) && mayBePushedOut(gone, of: old, present: present)
        selection = successor
        focus = nil
        hold(successor, present: present, layout: arriving.layout, over: old)
        scrollIntent = .revealSelection(edge: .top)
        guard wasPushedOut else {
            lostCard = gone
            return windowEffects(rows: arriving.rows)
        }
        pendingSelection = gone
        return ask(for: .card(gone), rows: arriving.rows)
    }

    /// The nearest card below that is still there, else the nearest above, else the card that is now at the same
    /// position.
    private func successor(of gone: CardID, in old: CardWindow, present: Set<CardID>) -> CardID? {
        let index = old.items.firstIndex { $0.id == gone } ?? 0
        let below = old.items.dropFirst(index + 1).first { present.contains($0.id) }
        let above = old.items.prefix(index).last { present.contains($0.id) }
        return below?.id ?? above?.id ?? window.items[min(index, window.items.count - 1)].id
    }

    /// Whether the card may still exist outside the window: all cards between it and one edge of the window are gone
    /// too.
    func mayBePushedOut(_ gone: CardID, of old: CardWindow, present: Set<CardID>) -> Bool {
        guard let index = old.items.firstIndex(where: { $0.id == gone }) else { return false }
        if window.hasMoreAfter, old.items.dropFirst(index + 1).allSatisfy({ !present.contains($0.id) }) { return true }
        return window.hasMoreBefore && old.items.prefix(index).allSatisfy { !present.contains($0.id) }
    }

    /// Keeps a card at its row on the screen. Subtracts the rows of visible cards above it that are gone, so that the
    /// cards below a removed card move up, and cards inserted above push earlier cards out of sight. A group heading
    /// that the card gained or lost is above that row.
    ///
    /// - Parameter gone: The earlier version of the card, whose row it takes over; nil if the card itself was there
    ///   before.
    private mutating func hold(
        _ card: CardID, inPlaceOf gone: CardID? = nil, present: Set<CardID>, layout: ContainerReport?,
        over old: CardWindow
    ) {
        if kind == .horizontal {
            // The cards are side by side: the row of the selected card does not depend on the others.
            if let anchor, !present.contains(anchor.card) { self.anchor = nil }
            return
        }
        guard let layout, let position = layout.cards.firstIndex(where: { $0.id == gone ?? card }) else {
            // The card was not in sight in the last frame. Keeps the anchored card if it still exists.
            if let anchor, present.contains(anchor.card) { return }
            anchor = nil
            scrollIntent = scrollIntent ?? .revealSelection(edge: .nearest)
            return
        }
        var row = layout.cards[position].top
        for index in 0..<position where !present.contains(layout.cards[index].id) {
            row -= layout.cards[index + 1].top - max(0, layout.cards[index].top)
        }
        let above = (window[card]?.headingRows ?? 0) - (old[gone ?? card]?.headingRows ?? 0)
        // A card at the top moves down to make room for its heading.
        row = row < 0 ? row - above : max(0, row - above)
        anchor = ScrollAnchor(card: card, line: -row)
    }

    /// Keeps the subview of a card open when the card is replaced by a newer version that has this subview too.
    private mutating func keepSubview(of gone: CardID, over old: CardWindow) {
        guard let open = openSubviews[gone],
            let next = old.items.first(where: { $0.id == gone }).flatMap(window.replacement),
            case .card(let card)? = window.items.first(where: { $0.id == next })?.content,
            card.body.subviews[open] != nil
        else { return }
        openSubviews[next] = open
    }

    /// Drops the focus from a button when an update of the card changed its buttons, because the index may belong to
    /// another button now.
    private mutating func recordChange(of id: CardID, from old: CardWindow) {
        guard let before = old.items.first(where: { $0.id == id }), let now = selectedItem,
            before.version != now.version,
            case .card(let known) = before.content, case .card(let card) = now.content,
            FocusTarget.buttons(in: components(of: known)) != FocusTarget.buttons(in: components(of: card))
        else { return }
        hasChangedCard = true
        if case .button = focus { focus = nil }
    }

    /// Drops the focus if an update of the card removed the focused element.
    private mutating func dropLostFocus(_ old: CardWindow) {
        guard let focus else { return }
        if case .link = focus {
            // Only rendering determines which links an updated card has.
            let version = selectedItem?.version
            if old.items.first(where: { $0.id == selection })?.version != version { self.focus = nil }
            return
        }
        if case .loadMore(let page) = focus, let selection, hasLoaded(page, of: selection) { return }
        guard let card = selectedCard, FocusTarget.all(in: components(of: card)).contains(focus) else {
            self.focus = nil
            return
        }
    }
}
