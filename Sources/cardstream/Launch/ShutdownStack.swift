/// The running network operations. They are ended in the reverse order of their start.
actor ShutdownStack {
    private var ends: [@Sendable () async -> Void] = []
    private var isOver = false

    /// Adds the function that ends an operation. After ``stop()``, it is called immediately.
    func add(_ end: @escaping @Sendable () async -> Void) async {
        if isOver { await end() } else { ends.append(end) }
    }

    func stop() async {
        isOver = true
        await pause()
    }

    /// Ends all running operations. Unlike after ``stop()``, new ones can be started later.
    func pause() async {
        while let end = ends.popLast() { await end() }
    }
}
