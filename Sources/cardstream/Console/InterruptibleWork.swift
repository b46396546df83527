internal import AppRuntime
internal import Basics
internal import Cards
internal import Dispatch

/// Work that runs until a signal ends it, for `watch` and all commands with `--follow`.
enum InterruptibleWork {
    /// What others need while the process is stopped.
    struct Pause {
        /// Gives it up. For at most a second.
        var begin: @Sendable () async -> Void
        /// Takes it back.
        var end: @Sendable () -> Void

        /// Stops the process as Ctrl-Z does, and returns once it runs again.
        fileprivate func stop(by signals: Signals) {
            let isGivenUp = DispatchSemaphore(value: 0)
            Task.detached {
                await begin()
                isGivenUp.signal()
            }
            _ = isGivenUp.wait(timeout: .now() + 1)
            signals.stopProcess()
            end()
        }
    }

    /// Runs `work` until a signal arrives or it fails, cancels it, and then runs `ending` with a time limit. Call it on
    /// the main thread, which it blocks.
    ///
    /// - Parameters:
    ///   - signals: The signals that end the work. A second one also ends the waiting, unless it is SIGHUP.
    ///   - handling: Called on this thread with each signal: whether it is dealt with, and ends nothing.
    ///   - pausing: What the work gives up while the user stops the process with Ctrl-Z, if `signals` has
    ///     ``Signals/Signal/suspend``.
    ///   - timeout: The time limit of `ending` in seconds.
    ///   - cut: Called on this thread when that time is over, to cancel what `ending` waits for; `ending` then gets one
    ///     more second.
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
        sources = EventSources(input: nil, mail: done.descriptor, signals: signals.descriptor)
        let end = ContinuousClock.now + .seconds(timeout)
        var isDone = false
        while !isDone {
            isDone = sources.wait(seconds: max(0, (end - .now) / .seconds(1))).contains(.mail)
            // A terminal that is closed, a wish to reload, or Ctrl-Z is no wish to hurry.
            if .now >= end || !signals.drain().allSatisfy({ $0 == .hangup || $0 == .suspend }) { break }
        }
        if !isDone {
            cut()
            sources = EventSources(input: nil, mail: done.descriptor, signals: nil)
            _ = sources.wait(seconds: 1)
        }
        _ = signals.drain()
        if let failure { throw failure }
        if arrived.contains(.interrupt) { throw ExitStatus.interrupted }
    }
}
