/// The operations to end, in reverse order of their start.
actor RunningNetwork {
    private var ends: [@Sendable () async -> Void] = []
    private var isOver = false

    /// An operation that starts too late is ended at once.
    func add(_ end: @escaping @Sendable () async -> Void) async {
        if isOver { await end() } else { ends.append(end) }
    }

    func stop() async {
        isOver = true
        await pause()
    }

    /// Ends what runs; more may be started later.
    func pause() async {
        while let end = ends.popLast() { await end() }
    }
}
