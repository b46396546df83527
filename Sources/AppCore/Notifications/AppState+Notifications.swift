import Cards

import struct Foundation.Date

/// New cards while the user is elsewhere.
extension AppState {
    /// Calls within so many seconds are one.
    private static let callInterval = 3.0

    /// How many cards are new, for the window's title.
    package var newCount: Int { containers.reduce(0) { $0 + $1.unseenCount } }

    /// How many cards are new on a screen that is not shown. Cards that the shown screen has as well do not count, nor does
    /// a card count twice.
    package func newCount(onScreen index: Int) -> Int {
        guard index != screenIndex, screens.indices.contains(index) else { return 0 }
        let shown = (screen?.containers ?? []).compactMap(container)
        var counted: [ContainerModel] = []
        for id in screens[index].containers {
            guard let other = container(id), !(shown + counted).contains(where: other.hasCards(of:)) else { continue }
            counted.append(other)
        }
        return counted.reduce(0) { $0 + $1.unseenCount }
    }

    /// Calls the user about cards that are new in a window, by the rules. Many at once are one call.
    mutating func call(from old: CardWindow, to new: CardWindow, in stream: StreamID) -> [Effect] {
        guard !isFocused, !notifications.rules.isEmpty else { return [] }
        var arrived = Arrivals()
        arrived.record(from: old, to: new)
        let cards = new.items.compactMap { item -> (card: Card, version: Int64, rule: NotificationRules.Rule)? in
            guard arrived.unseen.contains(item.id), case .card(let card) = item.content,
                let rule = notifications.rule(for: card.body.priority, at: now, in: zone)
            else { return nil }
            return (card, item.version, rule)
        }
        guard let first = cards.first else { return [] }
        uncalled += cards.count
        if let lastCall, now.timeIntervalSince(lastCall) < Self.callInterval { return [] }
        let title = first.card.body.title(with: values(of: first.card.id)) ?? Strings.History.untitled
        let call = NotificationCall(
            title: Strings.Notifications.title(uncalled),
            body: uncalled == 1 ? title : Strings.Notifications.several(title, more: uncalled - 1),
            notifies: cards.contains { $0.rule.notifies }, rings: cards.contains { $0.rule.rings },
            cards: cards.map { NotificationCall.Subject(card: $0.card.id, version: $0.version) },
            buttons: uncalled == 1 ? notificationButtons(of: first.card, in: stream) : [])
        lastCall = now
        uncalled = 0
        return [.call(call)]
    }

    mutating func changeFocus(_ isFocused: Bool) -> [Effect] {
        self.isFocused = isFocused
        if isFocused { uncalled = 0 }
        return []
    }
}

extension ContainerModel {
    /// Whether the cards of both are the same, in whatever order.
    fileprivate func hasCards(of other: ContainerModel) -> Bool {
        streamID == other.streamID && filter == other.filter
    }
}
