import FeedAPI

/// Determines whether a load balancer should send requests to this server, for `GET /v1/health/ready`.
///
/// That address needs no credentials, so the storage is checked at most once per ``lifetime``, however many clients
/// ask.
actor Readiness {
    /// How long to wait for the storage.
    private let timeout: Duration
    /// How long the last result is reused.
    private let lifetime: Duration
    private let ask: @Sendable () async -> Bool
    private var isAsking = false
    private var known: (answers: Bool, at: ContinuousClock.Instant)?
    private var waiting: [CheckedContinuation<Bool, Never>] = []
    /// Identifies the group of callers that wait together, so that an old timeout does not affect a later group.
    private var round = 0
    /// Whether the server is stopping.
    private(set) var isDraining = false
    private var lastCall: ContinuousClock.Instant?

    /// - Parameter ask: Returns whether the storage responds. It may take any time.
    init(
        timeout: Duration = .seconds(2), lifetime: Duration = .seconds(1), ask: @escaping @Sendable () async -> Bool
    ) {
        self.timeout = timeout
        self.lifetime = lifetime
        self.ask = ask
    }

    /// - Throws: ``Problem`` if requests should go to another server.
    func check() async throws(Problem) {
        lastCall = .now
        if isDraining { throw Problem(.shuttingDown) }
        guard await storageAnswers() else { throw Self.noStorage }
        // The server may have begun to stop during the wait.
        if isDraining { throw Problem(.shuttingDown) }
    }

    /// Whether ``check()`` would succeed. Unlike it, this does not count as a call of a load balancer.
    var isReady: Bool {
        get async {
            guard !isDraining else { return false }
            return await storageAnswers()
        }
    }

    static let noStorage = Problem(.notReady, detail: "The server's storage does not respond.")

    /// Makes the server report from now on that it is not ready.
    func drain() { isDraining = true }

    /// Whether ``check()`` was called within this time. Load balancers call it periodically.
    func wasCalled(within time: Duration) -> Bool { lastCall.map { .now - $0 < time } ?? false }

    private func storageAnswers() async -> Bool {
        if let known, .now - known.at < lifetime { return known.answers }
        if !isAsking {
            isAsking = true
            Task {
                let answers = await ask()
                isAsking = false
                settle(answers)
            }
        }
        if waiting.isEmpty {
            round += 1
            Task { [round] in
                // Nothing cancels this sleep; the storage may never respond.
                try? await Task.sleep(for: timeout)
                if round == self.round, !waiting.isEmpty { settle(false) }
            }
        }
        return await withCheckedContinuation { waiting.append($0) }
    }

    private func settle(_ answers: Bool) {
        known = (answers, .now)
        for continuation in waiting { continuation.resume(returning: answers) }
        waiting = []
    }
}
