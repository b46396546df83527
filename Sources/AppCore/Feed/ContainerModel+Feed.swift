import Cards

extension ContainerModel {
    /// What the surroundings know that bears on taking over a window.
    struct Arriving {
        /// Where this container's cards were in the last frame.
        var layout: ContainerReport?
        /// The terminal's height.
        var rows: Int
        /// Whether the user has begun to fill in the selected card, or is in a part of it.
        var isBusy = false
        /// Before the user did anything the view stays at the top, however the stream fills.
        var followsTop: Bool
        /// Whether the field that has the focus is in sight.
        var showsField = false
        /// Cards that the user has asked back.
        var back: Set<CardID> = []
    }

    /// Takes over a new state of the window. The selection stays on its card and the card in its place on screen;
    /// a selected card that is gone hands over to its neighbour below, else above.
    mutating func receive(_ arrived: CardWindow, _ arriving: Arriving) -> [Effect] {
        let new = kind.showsOneCard ? onlyCard(of: arrived, isBusy: arriving.isBusy) : arrived
        let old = window
        // Cards that a filter lets through, or another order brings into sight, have not just arrived.
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
        // A window that was jumped to is not searched.
        lazy var present = Set(new.items.map(\.id))
        if let selection, new.position(of: selection) == nil { keepSubview(of: selection, over: old) }
        if !openSubviews.isEmpty { openSubviews = openSubviews.filter { present.contains($0.key) } }
        if !leftPlaces.isEmpty { leftPlaces = leftPlaces.filter { present.contains($0.key) } }
        if !subviewPlaces.isEmpty { subviewPlaces = subviewPlaces.filter { present.contains($0.key) } }
        if !unfolded.isEmpty { unfolded = unfolded.filter { present.contains($0.key) } }
        if !turned.isEmpty { turned = turned.filter { present.contains($0.key) } }

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
                // Its own window came without it: it is gone for good.
                pendingSelection = nil
            }
        }
        guard let selection, !arriving.followsTop else {
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
            // What the card says above the field may have grown or shrunk: the field stays in sight, with what it answers.
            if arriving.showsField, focus != nil, old[selection] != window[selection] {
                scrollIntent = scrollIntent ?? .keepFocus
            }
            return windowEffects(rows: arriving.rows)
        }
        return handOver(from: old, present: present, arriving)
    }

    /// The selected card left the window: its neighbour takes over. When a burst of arrivals may have pushed it
    /// out, its own window is asked for and the selection returns to it when that arrives.
    private mutating func handOver(from old: CardWindow, present: Set<CardID>, _ arriving: Arriving) -> [Effect] {
        guard let gone = selection, let successor = successor(of: gone, in: old, present: present) else { return [] }
        if let next = old.items.first(where: { $0.id == gone }).flatMap(window.edition) {
            // A field is known by its name; a button by its place, which may be another one's now.
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

    /// The nearest card below that is still there, else the nearest above, else whatever stands at that place.
    private func successor(of gone: CardID, in old: CardWindow, present: Set<CardID>) -> CardID? {
        let index = old.items.firstIndex { $0.id == gone } ?? 0
        let below = old.items.dropFirst(index + 1).first { present.contains($0.id) }
        let above = old.items.prefix(index).last { present.contains($0.id) }
        return below?.id ?? above?.id ?? window.items[min(index, window.items.count - 1)].id
    }

    /// Whether the card may still exist beyond the window's edge: everything from it to that edge is gone too.
    func mayBePushedOut(_ gone: CardID, of old: CardWindow, present: Set<CardID>) -> Bool {
        guard let index = old.items.firstIndex(where: { $0.id == gone }) else { return false }
        if window.hasMoreAfter, old.items.dropFirst(index + 1).allSatisfy({ !present.contains($0.id) }) { return true }
        return window.hasMoreBefore && old.items.prefix(index).allSatisfy { !present.contains($0.id) }
    }

    /// Keeps a card on its row of the screen, less the rows of cards above it in sight that are gone: what is below a
    /// removed card moves up, what is inserted above pushes earlier cards out of sight. A heading that it has got, or
    /// has not any more, stands above that row.
    ///
    /// - Parameter gone: The edition before it, whose row it takes over; nil where the card was there before.
    private mutating func hold(
        _ card: CardID, inPlaceOf gone: CardID? = nil, present: Set<CardID>, layout: ContainerReport?,
        over old: CardWindow
    ) {
        if kind == .horizontal {
            // Cards stand beside each other: where the selected one is in its row does not depend on the others.
            if let anchor, !present.contains(anchor.card) { self.anchor = nil }
            return
        }
        guard let layout, let position = layout.cards.firstIndex(where: { $0.id == gone ?? card }) else {
            // Not in sight in the last frame: whatever is anchored stays, if it is still there.
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
        // A card at the top goes down for its heading.
        row = row < 0 ? row - above : max(0, row - above)
        anchor = ScrollAnchor(card: card, line: -row)
    }

    /// A subview of a card that has gone stays open in its next edition, where that has it too.
    private mutating func keepSubview(of gone: CardID, over old: CardWindow) {
        guard let open = openSubviews[gone],
            let next = old.items.first(where: { $0.id == gone }).flatMap(window.edition),
            case .card(let card)? = window.items.first(where: { $0.id == next })?.content,
            card.body.subviews[open] != nil
        else { return }
        openSubviews[next] = open
    }

    /// An update of the card may have put other buttons where those were that the user knows.
    private mutating func recordChange(of id: CardID, from old: CardWindow) {
        guard let before = old.items.first(where: { $0.id == id }), let now = selectedItem,
            before.version != now.version,
            case .card(let known) = before.content, case .card(let card) = now.content,
            FocusTarget.buttons(in: components(of: known)) != FocusTarget.buttons(in: components(of: card))
        else { return }
        hasChangedCard = true
        if case .button = focus { focus = nil }
    }

    /// An update of the card may have removed what had the focus.
    private mutating func dropLostFocus(_ old: CardWindow) {
        guard let focus else { return }
        if case .link = focus {
            // Which links an updated card has only drawing shows.
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
