internal import AppRuntime
internal import Basics
internal import Cards
internal import Dispatch

/// Work that runs until a signal ends it, for `watch` and all commands with `--follow`.
enum InterruptibleWork {
    /// A resource that other processes need while this process is suspended.
    struct Pause {
        /// Gives up the resource. Takes at most three seconds.
        var begin: @Sendable () async -> Void
        /// Takes back the resource.
        var end: @Sendable () -> Void

        /// Suspends the process as Ctrl-Z does, and returns when it is resumed.
        fileprivate func stop(by signals: Signals) {
            let isGivenUp = DispatchSemaphore(value: 0)
            Task.detached {
                await begin()
                isGivenUp.signal()
            }
            _ = isGivenUp.wait(timeout: .now() + 3)
            signals.stopProcess()
            end()
        }
    }

    /// Runs `work` until a signal arrives or it fails, cancels it, and then runs `ending` with a time limit. Call it on
    /// the main thread, which it blocks.
    ///
    /// - Parameters:
    ///   - signals: The signals that end the work. A second signal also ends the wait for `ending`, unless it is SIGHUP
    ///     or Ctrl-Z.
    ///   - handling: Called on this thread with each signal. Returns true if the signal is handled and does not end the
    ///     work.
    ///   - pausing: What the work gives up while the user suspends the process with Ctrl-Z, if `signals` has
    ///     ``Signals/Signal/suspend``.
    ///   - timeout: The time limit of `ending` in seconds.
    ///   - cut: Called on this thread when the time limit is over or a second signal arrives, to cancel what `ending`
    ///     waits for. `ending` then gets one more second.
    /// - Throws: What `work` throws; ``ExitStatus/interrupted`` after Ctrl-C. Other signals end it normally.
    static func run(
        until signals: Signals, handling: (Signals.Signal) -> Bool = { _ in false },
        pausing: Pause = Pause(begin: {}, end: {}),
        timeout: Double = 5,
        _ work: @escaping @Sendable () async throws -> Void,
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
        while arrived.isEmpty, !sources.wait(seconds: nil).contains(.mail) {
            arrived = signals.drain().filter { signal in
                if signal == .suspend {
                    pausing.stop(by: signals)
                    return false
                }
                return !handling(signal)
            }
        }
        // Read before cancelling: errors caused by the cancellation are not failures.
        let failure = outcome.withLock { $0 }
        following.cancel()

        let done = WakeUp()
        Task.detached {
            await following.value
            await ending()
            done.ring()
        }
        // A signal that arrives after the work ends the next work of the command, so it stays in the queue.
        let hurries = !arrived.isEmpty
        sources = EventSources(input: nil, mail: done.descriptor, signals: hurries ? signals.descriptor : nil)
        let end = ContinuousClock.now + .seconds(timeout)
        var isDone = false
        while !isDone {
            isDone = sources.wait(seconds: max(0, (end - .now) / .seconds(1))).contains(.mail)
            // SIGHUP and Ctrl-Z do not mean that the user wants to end the program faster.
            if .now >= end { break }
            if hurries, !signals.drain().allSatisfy({ $0 == .hangup || $0 == .suspend }) { break }
        }
        if !isDone {
            cut()
            sources = EventSources(input: nil, mail: done.descriptor, signals: nil)
            _ = sources.wait(seconds: 1)
        }
        if hurries { _ = signals.drain() }
        if let failure { throw failure }
        if arrived.contains(.interrupt) { throw ExitStatus.interrupted }
    }

    /// The result of `work`, which a signal ends.
    ///
    /// - Parameter signals: Nil leaves signals to the system.
    /// - Throws: What `work` throws; ``ExitStatus/interrupted`` after every signal.
    static func result<Result: Sendable>(
        until signals: Signals?, _ work: @escaping @Sendable () async throws -> Result
    ) throws -> Result {
        guard let signals else { return try runBlocking(work) }
        let made = Lock<Result?>(nil)
        try run(
            until: signals,
            {
                let result = try await work()
                made.withLock { $0 = result }
            }, ending: {})
        guard let result = made.withLock(\.self) else { throw ExitStatus.interrupted }
        return result
    }

    /// The result of `work` that only makes messages more helpful: nil if it fails.
    ///
    /// - Throws: ``ExitStatus/interrupted`` after every signal.
    static func hint<Result: Sendable>(
        until signals: Signals?, _ work: @escaping @Sendable () async throws -> Result
    ) throws -> Result? {
        do { return try result(until: signals, work) } catch let status as ExitStatus { throw status } catch {
            return nil
        }
    }
}
