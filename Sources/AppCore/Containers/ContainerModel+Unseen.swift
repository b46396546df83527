import Cards

/// The cards of a stream that the user has not seen, according to the store. The "2 new" markers show their number.
extension ContainerModel {
    /// The number of unseen cards. Cards outside the window are included only as far as the store counts them.
    package var unseenCount: Int {
        window.items.indices.reduce((window.unseenBefore?.count ?? 0) + (window.unseenAfter?.count ?? 0)) {
            $0 + window.items[$1].unseenCount
        }
    }

    var hasUnseen: Bool {
        window.unseenBefore != nil || window.unseenAfter != nil
            || window.items.indices.contains { window.items[$0].unseenCount > 0 }
    }

    /// The number of unseen cards outside the viewport, given the positions in the window of the cards that the user
    /// can recognize. If `visible` is empty, all cards count as below.
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

    /// Marks cards of the window as seen before the store confirms it. An unread message stays new until it is read.
    mutating func markSeen(_ cards: Set<CardID>) {
        for index in window.items.indices
        where window.items[index].unseenCount > 0 && cards.contains(window.items[index].id) {
            if case .card(let card) = window.items[index].content, card.body.isRead == false { continue }
            window.items[index].unseenCount = 0
        }
    }
}
