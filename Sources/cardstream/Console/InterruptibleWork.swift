internal import AppRuntime
internal import Basics
internal import Cards

/// Work that goes on until a signal ends it, as of `watch` and everything with `--follow`.
enum InterruptibleWork {
    /// Goes on with `work` until a signal comes or the work fails, ends it, and then gives `ending` its time. For the main
    /// thread: it blocks.
    ///
    /// - Parameters:
    ///   - signals: Those that end it. A second one ends the waiting, too.
    ///   - timeout: Seconds that `ending` may take.
    ///   - cut: Ends what `ending` still waits for when its time is over. It is called on this thread, and `ending` gets one
    ///     more second.
    /// - Throws: What `work` throws; ``ExitStatus/interrupted`` after Ctrl-C. Other signals end it normally.
    static func run(
        until signals: Signals, timeout: Double = 5, _ work: @escaping @Sendable () async throws -> Void,
        ending: @escaping @Sendable () async -> Void, cut: () -> Void = {}
    ) throws {
        let outcome = Lock<(any Error)?>(nil)
        let wake = WakeUp()
        let following = Task.detached {
            do { try await work() } catch { outcome.withLock { $0 = error } }
            wake.ring()
        }
        var sources = EventSources(input: nil, mail: wake.descriptor, signals: signals.descriptor)
        var arrived: [Signals.Signal] = []
        while arrived.isEmpty, !sources.wait(seconds: nil).contains(.mail) { arrived = signals.drain() }
        // What the work throws once it is cancelled is no failure.
        let failure = outcome.withLock { $0 }
        following.cancel()

        let done = WakeUp()
        Task.detached {
            await following.value
            await ending()
            done.ring()
        }
        sources = EventSources(input: nil, mail: done.descriptor, signals: signals.descriptor)
        if !sources.wait(seconds: timeout).contains(.mail) {
            // Heard, so that it does not end the program by itself when nobody listens any more.
            _ = signals.drain()
            cut()
            sources = EventSources(input: nil, mail: done.descriptor, signals: nil)
            _ = sources.wait(seconds: 1)
        }
        _ = signals.drain()
        if let failure { throw failure }
        if arrived.contains(.interrupt) { throw ExitStatus.interrupted }
    }
}
