import Cards
import FeedAPI

/// Requests that wait for a change of an ask.
actor AskWaiters {
    private var signals: [AskID: [UInt64: Signal]] = [:]
    /// The ask of each watched card, so that waiting requests wake up when a user has seen the card.
    private var asks: [CardID: AskID] = [:]
    /// The task of each ask that marks its cards as unattended if no request begins to wait for the ask in time.
    private var unattendedTasks: [AskID: Task<Void, Never>] = [:]
    private var lastNumber: UInt64 = 0
    /// Whether the server is stopping. Requests no longer wait then.
    private(set) var isClosed = false

    /// Registers a waiting request. Call this before reading the ask, so that no change is missed. Pair it with
    /// ``leave(_:of:cards:)``.
    func enter(_ ask: AskID) -> (number: UInt64, signal: Signal) {
        lastNumber += 1
        let signal = Signal()
        signals[ask, default: [:]][lastNumber] = signal
        cancelUnattendedTask(of: ask)
        return (lastNumber, signal)
    }

    /// Sets the cards of an ask that requests wait for.
    func watch(_ cards: [CardID], of ask: AskID) { for card in cards { asks[card] = ask } }

    func leave(_ number: UInt64, of ask: AskID, cards: [CardID]) {
        signals[ask]?[number] = nil
        guard signals[ask]?.isEmpty == true else { return }
        signals[ask] = nil
        for card in cards { asks[card] = nil }
    }

    /// Sets the task that runs if no request begins to wait for an ask in time. Cancels the task if a request already
    /// waits.
    func setUnattendedTask(_ task: Task<Void, Never>, of ask: AskID) {
        guard signals[ask] == nil, !isClosed else { return task.cancel() }
        unattendedTasks.updateValue(task, forKey: ask)?.cancel()
    }

    /// Removes the task of an ask without cancelling it, because the task is doing its work now.
    func forgetUnattendedTask(of ask: AskID) { unattendedTasks[ask] = nil }

    func cancelUnattendedTask(of ask: AskID) { unattendedTasks.removeValue(forKey: ask)?.cancel() }

    /// The number of waiting requests.
    var count: Int { signals.values.reduce(0) { $0 + $1.count } }

    /// The asks that requests wait for.
    var awaited: Set<AskID> { Set(signals.keys) }

    /// The subset of `asks` that requests wait for.
    func awaited(among asks: Set<AskID>) -> Set<AskID> { asks.filter { signals[$0] != nil } }

    func wake(_ changed: Set<AskID>) async {
        for ask in changed { for signal in signals[ask, default: [:]].values { await signal.raise() } }
    }

    /// Wakes the requests that wait for the asks of some cards.
    func wake(cards: [CardID]) async {
        guard !asks.isEmpty else { return }
        await wake(Set(cards.compactMap { asks[$0] }))
    }

    /// Wakes all waiting requests and cancels the tasks of all asks, because the server is stopping.
    func close() async {
        isClosed = true
        for task in unattendedTasks.values { task.cancel() }
        unattendedTasks = [:]
        await wake(Set(signals.keys))
    }
}
