internal import CardSources
internal import CardStore
internal import Cards
internal import FeedSync

/// The connection to a source of cards: none at first, then one at a time. A session has one for its own connection and one
/// for each attached source.
actor SessionLink {
    private var engine: SyncEngine?
    private var forwarding: Task<Void, Never>?
    private var following: Task<Void, Never>?
    /// Nil without a connection.
    private(set) var fileSender: FileSender?
    /// Nil without a connection, or if analytics are off.
    private(set) var analytics: AnalyticsSender?
    /// The source, for requests other than cards.
    private(set) var source: (any CardSource)?
    /// Tasks that follow the source. They are cancelled when the link stops.
    private var attending: [Task<Void, Never>] = []
    private var isStopped = false

    /// Starts an engine after stopping the previous one. Does nothing if the connection is no longer wanted when this
    /// call gets its turn.
    ///
    /// - Parameters:
    ///   - isFollower: Whether another process leads the store. The leader's engine then does everything except sending
    ///     files.
    ///   - isCurrent: Returns false once another connection, or none, is wanted. The engine is then not started.
    func start(
        _ engine: SyncEngine, _ source: any CardSource, files: FileSender, analytics: AnalyticsSender?,
        onStatus: @escaping @Sendable (SyncStatus) -> Void, isFollower: Bool, isCurrent: @Sendable () -> Bool
    ) async {
        guard !isStopped, isCurrent() else { return }
        await end()
        // Another connection or the end may have been requested during the suspension.
        guard !isStopped, isCurrent() else { return }
        self.source = source
        fileSender = files
        if isFollower { return }
        self.engine = engine
        self.analytics = analytics
        forwarding = Task {
            for await status in engine.status { onStatus(status) }
        }
        await analytics?.begin()
        guard self.engine === engine else { return }
        await engine.start()
    }

    /// Whether actions can be sent now.
    var isOnline: Bool {
        get async { await engine?.isOnline ?? false }
    }

    /// Sets whether the engine handles the deadlines of all cards: expiry and the end of snoozes. Returns whether it
    /// now does; false without an engine.
    func setKeepsTime(_ keepsTime: Bool) async -> Bool {
        guard let engine else { return false }
        await engine.setKeepsTime(keepsTime)
        return keepsTime
    }

    func outboxChanged() async { await engine?.outboxChanged() }
    func refresh() async { await engine?.refresh() }

    /// Waits until a stream is up to date.
    func update(_ stream: StreamID) async throws(SourceError) {
        guard let engine else { throw .network("there is no connection") }
        try await engine.update(stream)
    }

    /// The reason why an action could not be sent; nil if unknown.
    func failure(of key: ActionKey) async -> RequestError? { await engine?.failure(of: key).map(RequestError.init) }

    func setProtocol(_ value: APIProtocol) async {
        await engine?.setDeliveryMode(value == .http ? .polling : .push)
    }

    /// Changes the followed streams. Requests in quick succession are combined, because each change may reopen the
    /// connection.
    func follow(_ requests: @escaping @Sendable () -> (streams: [StreamID], intervals: [StreamID: Double])) {
        guard following == nil else { return }
        following = Task {
            // If the sleep is cancelled, there is no connection left to update.
            try? await Task.sleep(for: .milliseconds(5))
            following = nil
            let (streams, intervals) = requests()
            await engine?.follow(streams, intervals: intervals)
        }
    }

    /// Cancels a task when the link stops.
    func attend(_ task: Task<Void, Never>) {
        if isStopped { task.cancel() } else { attending.append(task) }
    }

    /// Ends the connection permanently.
    func stop() async {
        isStopped = true
        for task in attending { task.cancel() }
        await end()
    }

    /// Ends the connection until the next start.
    ///
    /// - Parameter limit: Seconds to wait for running work; it stores nothing after that.
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
