import Canvas
import Cards

extension AppState {
    /// Applies the results of a draw pass: the scroll positions, and the cards that are selected after paging. The
    /// effects request the next window when a selection is near an edge.
    package mutating func adopt(_ report: FrameReport) -> [Effect] {
        mouse.staleGuard.frameChanged(from: frames.last, to: report, at: now)
        frames.adopt(report)
        var effects: [Effect] = []
        for index in containers.indices {
            let hadIntent = containers[index].scrollIntent != nil
            containers[index].scrollIntent = nil
            containers[index].list.scrollIntent = nil
            effects += containers[index].sizeEffects(report)
            guard let layout = report.container(containers[index].id) else {
                // A container that is out of sight cannot scroll. Its next frame starts at the selection.
                if hadIntent { containers[index].anchor = nil }
                continue
            }
            containers[index].anchor = layout.anchor
            if let preview = layout.preview { containers[index].list.anchor = preview.anchor }
            if containers[index].tallest != layout.tallest {
                containers[index].tallest = layout.tallest
                frames.isCurrent = false
            }
            if let selection = layout.selection, selection != containers[index].selection,
                containers[index].window.items.contains(where: { $0.id == selection })
            {
                containers[index].selection = selection
                containers[index].focus = nil
                frames.isCurrent = false
            }
            // A visible folded group shows its number of cards, so it does not count as unseen.
            for card in layout.cards where card.isGroup { containers[index].arrivals.unseen.remove(card.id) }
            if containers[index].countOutside() { frames.isCurrent = false }
            effects += containers[index].windowEffects(rows: size.rows)
        }
        reportDisplayed(report)
        if !settings.features.awaitsPictures, let missing = gallery.show(report.pictures) {
            effects.append(.showPictures(missing))
        }
        return effects
    }
}

extension AppState {
    /// Records that the user sees the last frame.
    package mutating func framePresented() {
        frames.present()
        recordVisibleCards(in: frames.last)
    }

    /// Records the cards that the user can see: none below a sheet, and only the modal card if one is shown.
    private mutating func recordVisibleCards(in report: FrameReport) {
        var cards: [(card: CardReport, container: ContainerID)] = []
        if notifications.isTerminalFocused, overlays.isEmpty, launch == .ready {
            let only = modal?.id
            for container in report.containers where only == nil || container.id == only {
                // The row of a list shows too little of its card for the card to count as seen.
                let rows = (container.preview?.viewport ?? container.viewport).size.rows
                let shown = container.isList ? container.preview.map { [$0.card] } ?? [] : container.cards
                for card in shown where !card.isGroup && card.isInSight(rows: rows) {
                    cards.append((card, container.id))
                }
            }
        }
        cardsInSight.update(
            with: cards, reading: cards.filter { isUser(in: $0.card.id, of: $0.container) },
            dismissing: cards.compactMap { autoDismissal(of: $0.card.id, in: $0.container) }, at: now)
    }

    /// Whether the user has entered a card, and not one of its subviews: an element of it has the focus, or it was
    /// opened from the list. Selection is not enough, because the first card is always selected.
    private func isUser(in card: CardID, of id: ContainerID) -> Bool {
        guard let container = focusedContainer, container.id == id, container.selection == card,
            container.openSubviews[card] == nil
        else { return false }
        return container.focus != nil || container.isCardOpen
    }

    /// Marks cards that have stood still for long enough as seen, in the state and in the store.
    mutating func recordSeen() -> [Effect] {
        var effects = cardsInSight.settleRead(at: now).compactMap { card, id in
            container(id).map { Effect.recordRead(card, $0.streamID) }
        }
        let settled = cardsInSight.settleSeen(at: now)
        guard !settled.isEmpty else { return effects }
        for index in containers.indices {
            let ids = settled.filter { $0.value == containers[index].id }.map(\.key)
            guard !ids.isEmpty else { continue }
            effects.append(.recordSeen(ids.sorted { $0.rawValue < $1.rawValue }, containers[index].streamID))
        }
        let seen = Set(settled.keys)
        for index in containers.indices {
            containers[index].arrivals.unseen.subtract(seen)
            containers[index].markSeen(seen)
        }
        return effects
    }
}

extension ContainerModel {
    /// Reports the container's size to the host if it differs from the last report.
    fileprivate mutating func sizeEffects(_ report: FrameReport) -> [Effect] {
        let size = report.areas[id]?.size ?? (reportedSize == nil ? nil : .zero)
        guard let size, size != reportedSize else { return [] }
        reportedSize = size
        return [.emit(id, .sizeChanged(size))]
    }

    /// Clears the counts of cards outside the window on sides where the window reaches the end of the stream. Returns
    /// whether a count changed.
    fileprivate mutating func countOutside() -> Bool {
        guard !arrivals.isEmpty else { return false }
        let before = (arrivals.beforeWindow, arrivals.afterWindow)
        if !window.hasMoreBefore { arrivals.beforeWindow = 0 }
        if !window.hasMoreAfter { arrivals.afterWindow = 0 }
        return before != (arrivals.beforeWindow, arrivals.afterWindow)
    }
}
