/// A load that all who ask for it at the same time share. A part of an actor's state.
package struct SharedLoad<Failure: Error>: Sendable {
    private var running: Task<Result<Void, Failure>, Never>?

    package init() {}

    /// The running load, else a new one.
    package mutating func task(
        _ work: @escaping @Sendable () async -> Result<Void, Failure>
    ) -> Task<Result<Void, Failure>, Never> {
        let task = running ?? Task { await work() }
        running = task
        return task
    }

    /// A load has ended: the next call begins another one.
    package mutating func end(_ task: Task<Result<Void, Failure>, Never>) {
        if running == task { running = nil }
    }
}
