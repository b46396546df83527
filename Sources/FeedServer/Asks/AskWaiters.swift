import Cards
import FeedAPI

/// Requests that wait for a change of an ask.
actor AskWaiters {
    private var signals: [AskID: [UInt64: Signal]] = [:]
    /// The asks of cards, so that a wait ends when a user has seen a card.
    private var asks: [CardID: AskID] = [:]
    /// What happens if no request begins to wait for an ask in time.
    private var absences: [AskID: Task<Void, Never>] = [:]
    private var lastNumber: UInt64 = 0
    /// Whether the server is stopping: nothing waits any more.
    private(set) var isClosed = false

    /// Begins to wait. Call it before reading the ask, so that no change is missed, and pair it with ``leave(_:of:cards:)``.
    func enter(_ ask: AskID) -> (number: UInt64, signal: Signal) {
        lastNumber += 1
        let signal = Signal()
        signals[ask, default: [:]][lastNumber] = signal
        endAbsence(of: ask)
        return (lastNumber, signal)
    }

    /// Sets the cards of an ask that is waited for.
    func watch(_ cards: [CardID], of ask: AskID) { for card in cards { asks[card] = ask } }

    func leave(_ number: UInt64, of ask: AskID, cards: [CardID]) {
        signals[ask]?[number] = nil
        guard signals[ask]?.isEmpty == true else { return }
        signals[ask] = nil
        for card in cards { asks[card] = nil }
    }

    /// Sets what happens if no request begins to wait for an ask in time, unless an asker waits already.
    func begin(_ absence: Task<Void, Never>, of ask: AskID) {
        guard signals[ask] == nil, !isClosed else { return absence.cancel() }
        absences.updateValue(absence, forKey: ask)?.cancel()
    }

    /// Forgets what was to happen for an ask, since it happens now.
    func passAbsence(of ask: AskID) { absences[ask] = nil }

    func endAbsence(of ask: AskID) { absences.removeValue(forKey: ask)?.cancel() }

    /// The number of requests that wait.
    var count: Int { signals.values.reduce(0) { $0 + $1.count } }

    /// The asks that requests wait for.
    var awaited: Set<AskID> { Set(signals.keys) }

    /// Those of some asks that requests wait for.
    func awaited(among asks: Set<AskID>) -> Set<AskID> { asks.filter { signals[$0] != nil } }

    func wake(_ changed: Set<AskID>) async {
        for ask in changed { for signal in signals[ask, default: [:]].values { await signal.raise() } }
    }

    /// Ends the waits for the asks of some cards.
    func wake(cards: [CardID]) async {
        guard !asks.isEmpty else { return }
        await wake(Set(cards.compactMap { asks[$0] }))
    }

    /// Ends all waits, for a server that stops.
    func close() async {
        isClosed = true
        for absence in absences.values { absence.cancel() }
        absences = [:]
        await wake(Set(signals.keys))
    }
}
