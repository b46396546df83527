import FeedAPI

/// Whether a load balancer should send requests here: for `GET /v1/health/ready`.
///
/// The address takes no credentials, so the storage is asked at most once a second, however many call.
actor Readiness {
    /// How long the storage may take to answer.
    private let timeout: Duration
    /// How long an answer of the storage counts.
    private let lifetime: Duration
    private let ask: @Sendable () async -> Bool
    private var isAsking = false
    private var known: (answers: Bool, at: ContinuousClock.Instant)?
    private var waiting: [CheckedContinuation<Bool, Never>] = []
    /// Counts the waits of callers that came together.
    private var round = 0
    /// Whether the server is stopping.
    private(set) var isDraining = false
    private var lastCall: ContinuousClock.Instant?

    /// - Parameter ask: Whether the storage answers; may take any time.
    init(
        timeout: Duration = .seconds(2), lifetime: Duration = .seconds(1), ask: @escaping @Sendable () async -> Bool
    ) {
        self.timeout = timeout
        self.lifetime = lifetime
        self.ask = ask
    }

    /// - Throws: A ``Problem`` if requests should go to another server.
    func check() async throws(Problem) {
        lastCall = .now
        if isDraining { throw Problem(.shuttingDown) }
        guard await storageAnswers() else { throw Self.noStorage }
        // It may have begun to stop meanwhile.
        if isDraining { throw Problem(.shuttingDown) }
    }

    /// Whether ``check()`` would succeed; asking so is not a call of a load balancer.
    var isReady: Bool {
        get async {
            guard !isDraining else { return false }
            return await storageAnswers()
        }
    }

    static let noStorage = Problem(.notReady, detail: "The server's storage does not respond.")

    /// From now on the server is not ready.
    func drain() { isDraining = true }

    /// Whether anyone has asked within this time, as a load balancer does again and again.
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
                // Nothing cancels it; the storage may never answer.
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
