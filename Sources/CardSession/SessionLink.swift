internal import CardSources
internal import CardStore
internal import Cards
internal import FeedSync

/// The session's way to its source of cards: none at first, then one at a time.
actor SessionLink {
    private var engine: SyncEngine?
    private var forwarding: Task<Void, Never>?
    private var following: Task<Void, Never>?
    /// Nil while there is no connection.
    private(set) var fileSender: FileSender?
    /// Nil also where nothing is told.
    private(set) var analytics: AnalyticsSender?
    /// For what a host asks for besides cards.
    private(set) var source: (any CardSource)?
    private var isStopped = false

    /// Starts an engine; one that ran before is stopped.
    ///
    /// - Parameter isCurrent: False once another connection, or none, is wanted: then this one does not come about.
    func start(
        _ engine: SyncEngine, _ source: any CardSource, files: FileSender, analytics: AnalyticsSender?,
        onEvent: @escaping @Sendable (SessionEvent) -> Void, isCurrent: @Sendable () -> Bool
    ) async {
        await end()
        // Others may have come in while that took its time.
        guard !isStopped, isCurrent() else { return }
        self.engine = engine
        self.source = source
        fileSender = files
        self.analytics = analytics
        forwarding = Task {
            for await status in engine.status { onEvent(.status(status)) }
        }
        await analytics?.begin()
        guard self.engine === engine else { return }
        await engine.start()
    }

    /// Whether actions can leave now.
    var isOnline: Bool {
        get async { await engine?.isOnline ?? false }
    }

    func outboxChanged() async { await engine?.outboxChanged() }
    func refresh() async { await engine?.refresh() }

    /// Returns once a stream is as the server has it.
    func update(_ stream: StreamID) async throws(SourceError) {
        guard let engine else { throw .network("there is no connection") }
        try await engine.update(stream)
    }

    /// Why an action could not leave, where that was tried and is known.
    func failure(of key: ActionKey) async -> RequestError? { await engine?.failure(of: key).map(RequestError.init) }

    func setProtocol(_ value: APIProtocol) async {
        await engine?.setDeliveryMode(value == .http ? .polling : .push)
    }

    /// Follows other streams from now on. Several wishes of one moment are one change: each change of what is followed
    /// may open the connection anew.
    func follow(_ requests: @escaping @Sendable () -> (streams: [StreamID], intervals: [StreamID: Double])) {
        guard following == nil else { return }
        following = Task {
            // A cancelled sleep is followed by a connection that is gone.
            try? await Task.sleep(for: .milliseconds(5))
            following = nil
            let (streams, intervals) = requests()
            await engine?.follow(streams, intervals: intervals)
        }
    }

    /// For good.
    func stop() async {
        isStopped = true
        await end()
    }

    /// Until the next start.
    ///
    /// - Parameter limit: Seconds that what is under way may take to end: then it stores nothing any more.
    func disconnect(within limit: Double) async { await end(within: limit) }

    private func end(within limit: Double = 0) async {
        let (engine, forwarding, analytics) = (engine, forwarding, analytics)
        self.engine = nil
        fileSender = nil
        source = nil
        self.analytics = nil
        await analytics?.stop()
        self.forwarding = nil
        await engine?.stop(within: limit)
        forwarding?.cancel()
    }
}
