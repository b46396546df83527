/// What has to be ended, last begun first.
actor RunningNetwork {
    private var ends: [@Sendable () async -> Void] = []
    private var isOver = false

    /// What begins too late is ended at once.
    func add(_ end: @escaping @Sendable () async -> Void) async {
        if isOver { await end() } else { ends.append(end) }
    }

    func stop() async {
        isOver = true
        while let end = ends.popLast() { await end() }
    }
}
