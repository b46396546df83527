/// Up to where everything is done: what is kept must not be ahead of a call or a command that has not
/// ended. Pure.
///
/// Only the first changes that wait for one, and all behind them together, are told apart: a state has the ids of all
/// open cards.
struct WatchProgress {
    private struct Group {
        var number: Int
        var state: WatchState
        var left: Int
    }

    private var groups: [Group] = []
    private var lastNumber = 0

    /// Takes a change up, and the state behind it; returns the number by which its parts end.
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

    /// A call or a command came to its end.
    mutating func end(_ number: Int) {
        guard let index = groups.firstIndex(where: { $0.number == number }) else { return }
        groups[index].left -= 1
    }

    /// The state up to which everything is done; nil where that is no news.
    mutating func completedState() -> WatchState? {
        var done: WatchState?
        while let first = groups.first, first.left == 0 {
            done = first.state
            groups.removeFirst()
        }
        return done
    }
}
