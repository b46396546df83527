internal import Cards

/// Whether what is stored may be given out: from a login on only once its token has said whose it is.
struct Admission {
    private(set) var isOpen = true
    private var number = 0
    private var waiting: [@Sendable () -> Void] = []

    /// Until the login of the number that is returned is admitted.
    mutating func close() -> Int {
        isOpen = false
        number += 1
        return number
    }

    /// Returns who has waited; nobody where another login has come meanwhile.
    mutating func open(_ number: Int) -> [@Sendable () -> Void] {
        guard number == self.number, !isOpen else { return [] }
        isOpen = true
        defer { waiting = [] }
        return waiting
    }

    /// The same without a login.
    mutating func openForAll() -> [@Sendable () -> Void] { open(number) }

    /// Whether it is still this login's turn.
    func isCurrent(_ number: Int) -> Bool { number == self.number }

    /// Nothing is stored, and nobody waits.
    var afterLogout: Admission {
        var next = self
        _ = next.close()
        next.isOpen = true
        next.waiting = []
        return next
    }

    /// Keeps it for later; false where it may be done now.
    mutating func wait(_ work: @escaping @Sendable () -> Void) -> Bool {
        if !isOpen { waiting.append(work) }
        return !isOpen
    }
}

extension CardSession {
    /// Whether what is stored is the user's; else it is as if nothing were.
    package var isAdmitted: Bool { state.withLock { $0.admission.isOpen } }

    /// Does it now, or once it is known that what is stored is the user's.
    package func whenAdmitted(_ work: @escaping @Sendable () -> Void) {
        let waits = state.withLock { $0.admission.wait(work) }
        if !waits { work() }
    }

    /// Gives nothing out until there is a connection, for whoever shows cards and may be there before it.
    package func withholdUntilConnected() {
        state.withLock { state in
            if !state.isLoggedIn { _ = state.admission.close() }
        }
    }

    /// Whoever connects without a login vouches for the store.
    func admitted() {
        let waiting = state.withLock { $0.admission.openForAll() }
        for work in waiting { work() }
    }

    /// The token of a login has said who the user is, and the store is theirs.
    func admitted(_ number: Int) {
        let waiting = state.withLock { $0.admission.open(number) }
        for work in waiting { work() }
    }
}
