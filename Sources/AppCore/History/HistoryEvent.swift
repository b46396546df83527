import Canvas
package import Cards

/// What is asked about what the user did or put off. Any of it may be answered with ``HistoryEvent/failed(reason:)``.
package enum HistoryEffect: Equatable, Sendable {
    /// Find out what the user did; answer with ``HistoryEvent/history(_:)``.
    case read
    /// Find out which cards are snoozed; answer with ``HistoryEvent/snoozed(_:)``.
    case readSnoozed([StreamID])
    /// Bring a snoozed card back; answer with ``HistoryEvent/woken(_:_:)``.
    case wake(CardID, StreamID)
}

/// What became of a question about what the user did or put off.
package enum HistoryEvent: Hashable, Sendable {
    case history([HistoryEntry])
    case snoozed([SnoozedCard])
    case woken(CardID, StreamID)
    case failed(reason: String)
}

/// The history, and the cards that are out of sight until their time.
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
            return returning.hasGoal ? lookUp(card, in: stream) : []
        case .failed(let reason): show(Strings.History.failed(reason), .failure)
        }
        return []
    }

    /// Brings a container to where the card stands, which may be far from what is in sight. Not one that shows some of its
    /// cards only: the card may not be among them.
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

    /// Opens the sheet, or brings the one that is open up to date.
    private mutating func showHistory(_ actions: [HistoryEntry]) {
        if offerToOverlays(.history(.history(actions))) == nil, isHistoryWanted {
            overlays.append(.history(HistoryOverlay(actions: actions)))
        }
        isHistoryWanted = false
    }

    /// Asks for the history again while it is in sight and something of it may stand differently.
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
