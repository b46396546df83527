import Canvas
package import Cards

/// A query of the user's past actions or snoozed cards. Each may fail with ``HistoryEvent/failed(reason:)``.
package enum HistoryEffect: Equatable, Sendable {
    /// Read the user's past actions. The result is ``HistoryEvent/history(_:)``.
    case read
    /// Read the snoozed cards. The result is ``HistoryEvent/snoozed(_:)``.
    case readSnoozed([StreamID])
    /// Wake a snoozed card. The result is ``HistoryEvent/woken(_:_:)``.
    case wake(CardID, StreamID)
}

/// The result of a ``HistoryEffect``.
package enum HistoryEvent: Hashable, Sendable {
    case history([HistoryEntry])
    case snoozed([SnoozedCard])
    case woken(CardID, StreamID)
    case failed(reason: String)
}

/// The history of the user's actions, and the snoozed cards.
extension AppState {
    mutating func readHistory() -> [Effect] {
        isHistoryWanted = true
        return [.history(.read)]
    }

    func readSnoozed() -> [Effect] { [.history(.readSnoozed(streams))] }

    mutating func receive(_ event: HistoryEvent) -> [Effect] {
        switch event {
        case .history(let actions): showHistory(actions)
        case .snoozed(let cards): showSnoozed(cards)
        case .woken(let card, let stream):
            undoWindow.wake(card)
            show(Strings.Toasts.woken, .success)
            goBack(to: card)
            return returning.hasCardToSelect ? lookUp(card, in: stream) : []
        case .failed(let reason): show(Strings.History.failed(reason), .failure)
        }
        return []
    }

    /// Moves the window of a container to a card, which may be far from the cards in sight. Skips containers that show
    /// only some of their stream's cards, because the card may not be among them.
    mutating func lookUp(_ card: CardID, in stream: StreamID) -> [Effect] {
        let able = containers.indices.filter { index in
            let container = containers[index]
            return container.streamID == stream && !container.kind.showsOneCard && container.filter == FeedFilter()
        }
        guard let index = able.first(where: { $0 == focusedIndex }) ?? able.first,
            containers[index].window.hasMoreBefore || containers[index].window.hasMoreAfter
        else { return [] }
        containers[index].pendingSelection = card
        return containers[index].ask(for: .card(card), rows: size.rows)
    }

    /// Opens the history, or updates it if it is open.
    private mutating func showHistory(_ actions: [HistoryEntry]) {
        if offerToOverlays(.history(.history(actions))) == nil, isHistoryWanted {
            overlays.append(.history(HistoryOverlay(actions: actions)))
        }
        isHistoryWanted = false
    }

    /// Reads the history again while it is open, after an event that may have changed it.
    func historyEffects(after event: AppEvent.Kind) -> [Effect] {
        guard overlays.contains(where: \.isHistory) else { return [] }
        switch event {
        case .responseSettled, .syncStatusChanged, .undone, .withdrawn, .marks: return [.history(.read)]
        default: return []
        }
    }

    private mutating func showSnoozed(_ cards: [SnoozedCard]) {
        guard !cards.isEmpty else {
            show(Strings.History.noneSnoozed, .information)
            return
        }
        let items = cards.map { card in
            var item = MenuOverlay.Item(
                label: card.title.isEmpty ? Strings.History.untitled : card.title, choice: .wake(card.id, card.streamID)
            )
            item.until = card.until
            if card.until == nil { item.detail = Strings.History.someTime }
            return item
        }
        overlays.append(.menu(MenuOverlay(title: Strings.History.snoozedTitle, card: nil, items: items)))
    }

    /// The streams of all containers.
    var streams: [StreamID] {
        var streams: [StreamID] = []
        for container in containers where !streams.contains(container.streamID) { streams.append(container.streamID) }
        return streams
    }
}

extension Overlay {
    fileprivate var isHistory: Bool { if case .history = self { true } else { false } }
}
