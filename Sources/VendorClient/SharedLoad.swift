/// A load that concurrent callers share. For use in the state of an actor.
package struct SharedLoad<Failure: Error>: Sendable {
    private var running: Task<Result<Void, Failure>, Never>?

    package init() {}

    /// Returns the running load, or starts a new one.
    package mutating func task(
        _ work: @escaping @Sendable () async -> Result<Void, Failure>
    ) -> Task<Result<Void, Failure>, Never> {
        let task = running ?? Task { await work() }
        running = task
        return task
    }

    /// Records that a load has ended, so that the next call starts a new one.
    package mutating func end(_ task: Task<Result<Void, Failure>, Never>) {
        if running == task { running = nil }
    }
}
