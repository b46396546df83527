import Cards

extension Arrivals {
    /// Adds the cards that are in `new` because they arrived, not because the window moved to where they were.
    ///
    /// - Parameter back: Cards that do not count, since the user asked for them. The number of them outside the window
    ///   is unknown, so nothing is counted there while there are any.
    mutating func record(from old: CardWindow, to new: CardWindow, back: Set<CardID> = []) {
        let returned = returning(in: new)
        let known = back.isEmpty ? returned : back.union(returned)
        recordLeaving(from: old, to: new)
        var oldPositions: [CardID: Int] = Dictionary(minimumCapacity: old.items.count)
        for (index, item) in old.items.enumerated() { oldPositions[item.id] = index }
        guard let firstKnown = new.items.firstIndex(where: { oldPositions[$0.id] != nil }),
            let lastKnown = new.items.lastIndex(where: { oldPositions[$0.id] != nil })
        else {
            // Nothing in common: another part of the stream, or a stream that was empty.
            unseen = old.items.isEmpty ? Set(new.items.map(\.id)).subtracting(known) : []
            limit(to: new)
            return
        }
        dropGone(oldPositions: oldPositions, new: new, firstCommon: oldPositions[new.items[firstKnown].id] ?? 0)
        var newAbove = 0
        var newBelow = 0
        for (index, item) in new.items.enumerated() where oldPositions[item.id] == nil {
            let isInside =
                (index > firstKnown || !old.hasMoreBefore) && (index < lastKnown || !old.hasMoreAfter)
            guard isInside else { continue }
            if !known.contains(item.id) { unseen.insert(item.id) }
            if index < firstKnown { newAbove += item.count } else { newBelow += item.count }
        }
        newBelow += recordInFoldedGroups(from: old, to: new, oldPositions)
        recordMessages(from: old, to: new, oldPositions)
        if back.isEmpty {
            recordOutside(old, new, firstKnown: firstKnown, oldPositions: oldPositions, inside: (newAbove, newBelow))
        }
        limit(to: new)
    }

    /// More cards than this leave only while the window moves through a long stream.
    private static let leftLimit = 500

    private mutating func recordLeaving(from old: CardWindow, to new: CardWindow) {
        let present = Set(new.items.map(\.id))
        if left.count > Self.leftLimit { left = [:] }
        for item in old.items where !present.contains(item.id) && !unseen.contains(item.id) {
            if case .card(let card) = item.content { left[item.id] = card.activeAt }
        }
    }

    /// Cards that had left and are back, without having become active again as after a snooze. Forgets them.
    private mutating func returning(in window: CardWindow) -> Set<CardID> {
        guard !left.isEmpty else { return [] }
        var cards: Set<CardID> = []
        for item in window.items {
            guard case .card(let card) = item.content, let active = left.removeValue(forKey: item.id) else { continue }
            if active == card.activeAt { cards.insert(item.id) }
        }
        return cards
    }

    /// Keeps what a window in another order, or with other groups folded, still holds. Of the others even the side is
    /// not known.
    mutating func keep(in window: CardWindow) {
        if !unseen.isEmpty { unseen.formIntersection(window.items.map(\.id)) }
        (beforeWindow, afterWindow) = (0, 0)
    }

    /// The places before and after a card both windows hold show how many arrived where no window looks. Removals
    /// at the same time hide as many; the marker is then too low, never too high.
    private mutating func recordOutside(
        _ old: CardWindow, _ new: CardWindow, firstKnown: Int, oldPositions: [CardID: Int],
        inside: (above: Int, below: Int)
    ) {
        guard let oldIndex = oldPositions[new.items[firstKnown].id], let oldRank = old.rank(of: oldIndex),
            let newRank = new.rank(of: firstKnown)
        else { return }
        let above = newRank - oldRank - inside.above
        let below = (new.totalCount - newRank) - (old.totalCount - oldRank) - inside.below
        if new.hasMoreBefore { beforeWindow += max(0, above) }
        if new.hasMoreAfter { afterWindow += max(0, below) }
    }

    /// Marks folded groups of both windows that have more cards now. Returns how many more.
    private mutating func recordInFoldedGroups(
        from old: CardWindow, to new: CardWindow, _ oldPositions: [CardID: Int]
    ) -> Int {
        var more = 0
        for item in new.items where item.content == .foldedGroup {
            guard let before = oldPositions[item.id].map({ old.items[$0].count }), item.count > before else { continue }
            unseen.insert(item.id)
            more += item.count - before
        }
        return more
    }

    /// Cards that had been there, and have a new message that the user has not read.
    private mutating func recordMessages(from old: CardWindow, to new: CardWindow, _ oldPositions: [CardID: Int]) {
        for item in new.items where item.unseenCount > 0 {
            guard let position = oldPositions[item.id], case .card(let card) = item.content,
                case .card(let before) = old.items[position].content, card.body.isRead == false,
                card.activeAt > before.activeAt
            else { continue }
            unseen.insert(item.id)
        }
    }

    /// Unseen cards the window moved away from count on as mere numbers.
    private mutating func dropGone(oldPositions: [CardID: Int], new: CardWindow, firstCommon: Int) {
        guard !unseen.isEmpty else { return }
        let present = Set(new.items.map(\.id))
        for id in unseen where !present.contains(id) {
            unseen.remove(id)
            guard let position = oldPositions[id] else { continue }
            if position < firstCommon, new.hasMoreBefore { beforeWindow += 1 }
            if position > firstCommon, new.hasMoreAfter { afterWindow += 1 }
        }
    }

    /// There cannot be more new cards on a side than cards.
    private mutating func limit(to window: CardWindow) {
        if !window.hasMoreBefore {
            beforeWindow = 0
        } else if let offset = window.offset {
            beforeWindow = min(beforeWindow, offset)
        }
        if !window.hasMoreAfter {
            afterWindow = 0
        } else if let offset = window.offset {
            let end = window.rank(of: window.items.count) ?? offset
            afterWindow = min(afterWindow, max(0, window.totalCount - end))
        }
    }
}
