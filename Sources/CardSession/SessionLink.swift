internal import CardStore
internal import Cards
internal import FeedAPI
internal import FeedSync

/// The session's way to its source of cards: none at first, then one at a time.
actor SessionLink {
    private var engine: SyncEngine?
    private var forwarding: Task<Void, Never>?
    /// Nil while there is no connection.
    private(set) var fileSender: FileSender?
    private var isStopped = false

    /// Starts an engine; one that ran before is stopped.
    func start(_ engine: SyncEngine, files: FileSender, onEvent: @escaping @Sendable (SessionEvent) -> Void) async {
        await end()
        guard !isStopped else { return }
        self.engine = engine
        fileSender = files
        forwarding = Task {
            for await status in engine.status { onEvent(.status(status)) }
        }
        await engine.start()
    }

    /// Whether actions can leave now.
    var isOnline: Bool {
        get async { await engine?.isOnline ?? false }
    }

    func outboxChanged() async { await engine?.outboxChanged() }
    func refresh() async { await engine?.refresh() }

    /// For good.
    func stop() async {
        isStopped = true
        await end()
    }

    private func end() async {
        let (engine, forwarding) = (engine, forwarding)
        self.engine = nil
        fileSender = nil
        self.forwarding = nil
        await engine?.stop()
        forwarding?.cancel()
    }
}
