import Cards

import struct Foundation.Date

/// Notifies the user of new cards while the terminal is not focused.
extension AppState {
    /// The number of new cards, for the window's title.
    package var newCount: Int { containers.indices.reduce(0) { $0 + containers[$1].unseenCount } }

    /// The number of new cards on a screen that is not shown. Does not include cards that the shown screen also has,
    /// and counts each card once.
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

    /// Notifies the user of new cards in a window, according to the rules. Several cards are one notification.
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
    /// Whether both containers have the same cards, in any order.
    fileprivate func hasCards(of other: ContainerModel) -> Bool {
        streamID == other.streamID && filter == other.filter
    }
}
