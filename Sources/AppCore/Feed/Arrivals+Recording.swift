import Cards

extension Arrivals {
    /// Adds the cards of `new` that arrived, and not those that are in it because the window moved.
    ///
    /// - Parameter back: Cards that do not count, because the user brought them back. The number of such cards outside
    ///   the window is unknown, so cards outside the window are not counted while there are any.
    mutating func record(from old: CardWindow, to new: CardWindow, back: Set<CardID> = []) {
        let returned = returning(in: new)
        let moves = WindowMoves(from: old, to: new)
        recordLeaving(moves, from: old)
        guard let firstKnown = moves.firstKnown, let lastKnown = moves.lastKnown else {
            // The windows have nothing in common: the new one is another part of the stream, or the stream was empty.
            unseen = []
            if old.items.isEmpty {
                for (index, item) in new.items.enumerated() where !returned[index] && !back.contains(item.id) {
                    unseen.insert(item.id)
                }
            }
            limit(to: new)
            return
        }
        dropGone(moves, from: old, to: new)
        var newAbove = 0
        var newBelow = 0
        for (index, item) in new.items.enumerated() where moves.origins[index] == nil {
            let isInside =
                (index > firstKnown || !old.hasMoreBefore) && (index < lastKnown || !old.hasMoreAfter)
            guard isInside else { continue }
            if !returned[index], !back.contains(item.id) { unseen.insert(item.id) }
            if index < firstKnown { newAbove += item.count } else { newBelow += item.count }
        }
        newBelow += recordInFoldedGroups(moves, from: old, to: new)
        recordMessages(moves, from: old, to: new)
        if back.isEmpty { recordOutside(moves, old, new, firstKnown: firstKnown, inside: (newAbove, newBelow)) }
        limit(to: new)
    }

    /// The maximum number of cards to remember. More cards than this leave only while the window moves through a long
    /// stream.
    private static let leftLimit = 500

    private mutating func recordLeaving(_ moves: WindowMoves, from old: CardWindow) {
        if left.count > Self.leftLimit { left = [:] }
        // Uses positions, because a loop over the items copies each of them.
        for index in old.items.indices where !moves.stays[index] && !unseen.contains(old.items[index].id) {
            if case .card(let card) = old.items[index].content { left[old.items[index].id] = card.activeAt }
        }
    }

    /// For each item, whether it is a card that had left and is back without having become active again, as it would
    /// after a snooze. Forgets these cards.
    private mutating func returning(in window: CardWindow) -> [Bool] {
        window.items.indices.map { index in
            guard !left.isEmpty, case .card(let card) = window.items[index].content else { return false }
            return left.removeValue(forKey: window.items[index].id) == card.activeAt
        }
    }

    /// Keeps the unseen cards that a window with another order or other folded groups still contains. Drops the counts
    /// outside the window, because it is unknown on which side those cards are now.
    mutating func keep(in window: CardWindow) {
        if !unseen.isEmpty { unseen.formIntersection(window.items.map(\.id)) }
        (beforeWindow, afterWindow) = (0, 0)
    }

    /// Counts cards that arrived outside both windows, using the ranks of a card that both windows contain. Cards that
    /// were removed at the same time hide as many arrivals, so the count may be too low but never too high.
    private mutating func recordOutside(
        _ moves: WindowMoves, _ old: CardWindow, _ new: CardWindow, firstKnown: Int, inside: (above: Int, below: Int)
    ) {
        guard let oldIndex = moves.origins[firstKnown], let oldRank = old.rank(of: oldIndex),
            let newRank = new.rank(of: firstKnown)
        else { return }
        let above = newRank - oldRank - inside.above
        let below = (new.totalCount - newRank) - (old.totalCount - oldRank) - inside.below
        if new.hasMoreBefore { beforeWindow += max(0, above) }
        if new.hasMoreAfter { afterWindow += max(0, below) }
    }

    /// Marks folded groups that are in both windows and have more cards now. Returns the number of additional cards.
    private mutating func recordInFoldedGroups(
        _ moves: WindowMoves, from old: CardWindow, to new: CardWindow
    ) -> Int {
        var more = 0
        for (index, item) in new.items.enumerated() where item.content == .foldedGroup {
            guard let before = moves.origins[index].map({ old.items[$0].count }), item.count > before else { continue }
            unseen.insert(item.id)
            more += item.count - before
        }
        return more
    }

    /// Adds cards that were already there and have a new message that the user has not read.
    private mutating func recordMessages(_ moves: WindowMoves, from old: CardWindow, to new: CardWindow) {
        for (index, item) in new.items.enumerated() where item.unseenCount > 0 {
            guard let position = moves.origins[index], case .card(let card) = item.content,
                case .card(let before) = old.items[position].content, card.body.isRead == false,
                card.activeAt > before.activeAt
            else { continue }
            unseen.insert(item.id)
        }
    }

    /// Counts unseen cards that the window moved away from as unseen cards outside the window.
    private mutating func dropGone(_ moves: WindowMoves, from old: CardWindow, to new: CardWindow) {
        guard !unseen.isEmpty else { return }
        let firstCommon = moves.firstKnown.flatMap { moves.origins[$0] } ?? 0
        let present = Set(new.items.map(\.id))
        for id in unseen where !present.contains(id) {
            unseen.remove(id)
            guard let position = old.position(of: id) else { continue }
            if position < firstCommon, new.hasMoreBefore { beforeWindow += 1 }
            if position > firstCommon, new.hasMoreAfter { afterWindow += 1 }
        }
    }

    /// Limits the counts of new cards to the number of cards on each side.
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
