import Cards

import struct Foundation.Date

/// New cards while the user is elsewhere.
extension AppState {
    /// How many cards have not been seen yet, for the window's title.
    package var newCount: Int { containers.reduce(0) { $0 + $1.unseenCount } }

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
