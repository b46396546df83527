import Cards

import struct Foundation.Date

/// New cards while the user is elsewhere.
extension AppState {
    /// How many cards are new, for the window's title.
    package var newCount: Int { containers.indices.reduce(0) { $0 + containers[$1].unseenCount } }

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
        guard notifications.callsUser else { return [] }
        var arrived = Arrivals()
        arrived.record(from: old, to: new)
        let cards = new.items.compactMap { item -> (card: Card, version: Int64, rule: NotificationRules.Rule)? in
            guard arrived.unseen.contains(item.id), case .card(let card) = item.content,
                let rule = notifications.rules.rule(for: card.body.priority, at: now, in: settings.zone)
            else { return nil }
            return (card, item.version, rule)
        }
        guard let first = cards.first, let count = notifications.beginCall(about: cards.count, at: now) else {
            return []
        }
        let title = first.card.body.title(with: values(of: first.card.id)) ?? Strings.History.untitled
        let call = NotificationCall(
            title: Strings.Notifications.title(count),
            body: count == 1 ? title : Strings.Notifications.several(title, more: count - 1),
            notifies: cards.contains { $0.rule.notifies }, rings: cards.contains { $0.rule.rings },
            cards: cards.map { NotificationCall.Subject(card: $0.card.id, version: $0.version) },
            buttons: count == 1 ? notificationButtons(of: first.card, in: stream) : [])
        return [.call(call)]
    }
}

extension ContainerModel {
    /// Whether the cards of both are the same, in whatever order.
    fileprivate func hasCards(of other: ContainerModel) -> Bool {
        streamID == other.streamID && filter == other.filter
    }
}
