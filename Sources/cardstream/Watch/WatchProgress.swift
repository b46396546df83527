/// Tracks up to which change everything is done: the stored state must not be ahead of a notification or command that
/// has not finished. Pure.
///
/// Only a limited number of unfinished changes is tracked individually, and all later ones together, because a state
/// contains the ids of all open cards.
struct WatchProgress {
    private struct Group {
        var number: Int
        var state: WatchState
        var left: Int
    }

    private var groups: [Group] = []
    private var lastNumber = 0

    /// Adds a change with the state after it; returns the number to end its parts with.
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
