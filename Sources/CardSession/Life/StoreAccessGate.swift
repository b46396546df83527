import Basics
internal import Cards

/// Whether what is stored may be given out: from a login on only once its token has said whose it is. Numbers the
/// connections, too: of several that are made at the same time the one that was asked for last counts.
struct StoreAccessGate {
    private(set) var isOpen = true
    private var number = 0
    private var waiting: [@Sendable () -> Void] = []

    /// Starts a new connection for the same user.
    mutating func next() -> Int {
        number += 1
        return number
    }

    /// Another connection, as somebody who is not known until it is admitted.
    mutating func close() -> Int {
        isOpen = false
        return next()
    }

    /// Holds everything back where no connection was ever asked for.
    mutating func withhold() {
        if number == 0 { isOpen = false }
    }

    /// Returns who has waited; nobody where another connection has come meanwhile.
    mutating func open(_ number: Int) -> [@Sendable () -> Void] {
        guard number == self.number, !isOpen else { return [] }
        isOpen = true
        defer { waiting = [] }
        return waiting
    }

    /// Whether no other connection has been asked for.
    func isCurrent(_ number: Int) -> Bool { number == self.number }

    /// Nothing is stored, and nobody waits.
    mutating func end() {
        isOpen = true
        waiting = []
    }

    /// Keeps it for later; false where it may be done now.
    mutating func wait(_ work: @escaping @Sendable () -> Void) -> Bool {
        if !isOpen { waiting.append(work) }
        return !isOpen
    }
}

extension CardSession {
    /// Whether what is stored is the user's; else it is as if nothing were.
    package var isAdmitted: Bool { state.withLock { $0.accessGate.isOpen } }

    /// Does it now, or once it is known that what is stored is the user's.
    package func whenAdmitted(_ work: @escaping @Sendable () -> Void) {
        let waits = state.withLock { $0.accessGate.wait(work) }
        if !waits { work() }
    }

    /// Gives nothing out until there is a connection, for whoever shows cards and may be there before it.
    package func withholdUntilConnected() {
        state.withLock { $0.accessGate.withhold() }
    }

    /// Another connection without a login: whoever makes it vouches for the store. Returns its number.
    func beginTrustedConnection() -> Int {
        let (number, waiting) = state.withLock { state in
            let number = state.accessGate.next()
            return (number, state.accessGate.open(number))
        }
        for work in waiting { work() }
        return number
    }

    /// Whether no other connection has been asked for, nor a logout.
    func isCurrent(_ number: Int) -> Bool { state.withLock { $0.accessGate.isCurrent(number) } }

    /// The token of a login has said who the user is, and the store is theirs.
    func admitted(_ number: Int) {
        let waiting = state.withLock { $0.accessGate.open(number) }
        for work in waiting { work() }
    }
}
