import Cards

/// The cards of a stream that are new to the user, as the store knows them: the source of the quiet "2 new" markers.
extension ContainerModel {
    /// The number of unseen cards; of those outside the window as far as they are counted.
    package var unseenCount: Int {
        window.items.indices.reduce((window.unseenBefore?.count ?? 0) + (window.unseenAfter?.count ?? 0)) {
            $0 + window.items[$1].unseenCount
        }
    }

    var hasUnseen: Bool {
        window.unseenBefore != nil || window.unseenAfter != nil
            || window.items.indices.contains { window.items[$0].unseenCount > 0 }
    }

    /// The number of unseen cards out of sight, given the positions of the window whose cards a user can make out. Empty
    /// `visible` counts everything as below.
    package func unseenOutOfSight(_ visible: Range<Int>) -> (above: Int, below: Int) {
        var counts = (above: window.unseenBefore?.count ?? 0, below: window.unseenAfter?.count ?? 0)
        for index in window.items.indices where window.items[index].unseenCount > 0 {
            if index < visible.lowerBound, !visible.isEmpty {
                counts.above += window.items[index].unseenCount
            } else if index >= visible.upperBound || visible.isEmpty {
                counts.below += window.items[index].unseenCount
            }
        }
        return counts
    }

    /// Takes cards of the window as seen, ahead of the store's answer. An unread message stays new until it is read.
    mutating func markSeen(_ cards: Set<CardID>) {
        for index in window.items.indices
        where window.items[index].unseenCount > 0 && cards.contains(window.items[index].id) {
            if case .card(let card) = window.items[index].content, card.body.isRead == false { continue }
            window.items[index].unseenCount = 0
        }
    }
}
