/// Tracks the last change up to which all notifications and commands have finished, because the stored state must not
/// be ahead of unfinished ones. Pure.
///
/// To save memory, only the first unfinished change is tracked individually, and all later ones together: each state
/// contains the ids of all open cards.
struct WatchProgress {
    private struct Group {
        var number: Int
        var state: WatchState
        var left: Int
    }

    private var groups: [Group] = []
    private var lastNumber = 0

    /// Adds a change with the state after it; returns the number to pass to ``end(_:)`` for each part.
    mutating func begin(_ state: WatchState, parts: Int) -> Int {
        if groups.count < 2 {
            lastNumber += 1
            groups.append(Group(number: lastNumber, state: state, left: parts))
        } else {
            groups[1].state = state
            groups[1].left += parts
        }
        return groups[groups.count - 1].number
    }

    /// Marks a notification or command as finished.
    mutating func end(_ number: Int) {
        guard let index = groups.firstIndex(where: { $0.number == number }) else { return }
        groups[index].left -= 1
    }

    /// The state up to which everything is done; nil if it has not changed.
    mutating func completedState() -> WatchState? {
        var done: WatchState?
        while let first = groups.first, first.left == 0 {
            done = first.state
            groups.removeFirst()
        }
        return done
    }
}
