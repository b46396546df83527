import Basics
internal import Cards

/// Controls access to stored data: after a login it is withheld until a token has identified the user. Also numbers the
/// connections, so that the last requested one wins.
struct StoreAccessGate {
    private(set) var isOpen = true
    private var number = 0
    private var waiting: [@Sendable () -> Void] = []

    /// Starts a new connection for the same user.
    mutating func next() -> Int {
        number += 1
        return number
    }

    /// Starts a new connection for a user who is not known yet, and withholds stored data.
    mutating func close() -> Int {
        isOpen = false
        return next()
    }

    /// Withholds stored data if no connection was ever requested.
    mutating func withhold() {
        if number == 0 { isOpen = false }
    }

    /// Grants access for a connection and returns the waiting work. Returns none if another connection was requested in
    /// the meantime.
    mutating func open(_ number: Int) -> [@Sendable () -> Void] {
        guard number == self.number, !isOpen else { return [] }
        isOpen = true
        defer { waiting = [] }
        return waiting
    }

    /// Whether no other connection has been requested.
    func isCurrent(_ number: Int) -> Bool { number == self.number }

    /// Grants access and drops waiting work, after the store was cleared.
    mutating func end() {
        isOpen = true
        waiting = []
    }

    /// Queues work until access is granted; false if it may run now.
    mutating func wait(_ work: @escaping @Sendable () -> Void) -> Bool {
        if !isOpen { waiting.append(work) }
        return !isOpen
    }
}

extension CardSession {
    /// Whether the stored data belongs to the user; if not, it must not be shown.
    package var isAdmitted: Bool { state.withLock { $0.accessGate.isOpen } }

    /// Runs work now, or once the stored data is known to belong to the user.
    package func whenAdmitted(_ work: @escaping @Sendable () -> Void) {
        let waits = state.withLock { $0.accessGate.wait(work) }
        if !waits { work() }
    }

    /// Withholds stored data until there is a connection, for a host that shows cards earlier.
    package func withholdUntilConnected() {
        state.withLock { $0.accessGate.withhold() }
    }

    /// Starts a new connection without a login, and returns its number. The caller guarantees that the store belongs to
    /// the user.
    func beginTrustedConnection() -> Int {
        let (number, waiting) = state.withLock { state in
            let number = state.accessGate.next()
            return (number, state.accessGate.open(number))
        }
        for work in waiting { work() }
        return number
    }

    /// Whether no other connection or logout has been requested.
    func isCurrent(_ number: Int) -> Bool { state.withLock { $0.accessGate.isCurrent(number) } }

    /// Grants access after the token of a login has identified the owner of the store.
    func admitted(_ number: Int) {
        let waiting = state.withLock { $0.accessGate.open(number) }
        for work in waiting { work() }
    }
}
