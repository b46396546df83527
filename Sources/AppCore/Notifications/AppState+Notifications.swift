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
    mutating func notify(from old: CardWindow, to new: CardWindow, in stream: StreamID) -> [Effect] {
        guard notifications.notifiesUser else { return [] }
        var arrived = Arrivals()
        arrived.record(from: old, to: new)
        let cards = new.items.compactMap { item -> (card: Card, version: Int64, rule: NotificationRules.Rule)? in
            guard arrived.unseen.contains(item.id), case .card(let card) = item.content,
                let rule = notifications.rules.rule(for: card.body.priority, at: now, in: settings.zone)
            else { return nil }
            return (card, item.version, rule)
        }
        notifications.add(
            cards.map { card, version, rule in
                NotificationState.NewCard(
                    subject: NotificationRequest.Subject(card: card.id, version: version),
                    title: card.body.title(with: values(of: card.id)) ?? Strings.History.untitled,
                    notifies: rule.notifies, rings: rule.rings, buttons: notificationButtons(of: card, in: stream))
            })
        return notificationEffects()
    }

    /// The notification of the cards that have arrived, if it is time for one.
    mutating func notificationEffects() -> [Effect] {
        let cards = notifications.takeDue(at: now)
        guard let first = cards.first else { return [] }
        let request = NotificationRequest(
            title: Strings.Notifications.title(cards.count),
            body: cards.count == 1 ? first.title : Strings.Notifications.several(first.title, more: cards.count - 1),
            notifies: cards.contains(where: \.notifies), rings: cards.contains(where: \.rings),
            cards: cards.map(\.subject), buttons: cards.count == 1 ? first.buttons : [])
        return [.notify(request)]
    }
}

extension ContainerModel {
    /// Whether both containers have the same cards, in any order.
    fileprivate func hasCards(of other: ContainerModel) -> Bool {
        streamID == other.streamID && filter == other.filter
    }
}
