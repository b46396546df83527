import Dispatch
import Glibc

/// Runs blocking calls (disk, process, resolver) on a thread of their own. The cooperative pool and Dispatch's queues
/// are only as wide as the machine has cores, so a few blocking calls would hold up all other work.
package enum Blocking {
    /// Returns the result of `work` once it has run.
    package static func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { done in start { done.resume(returning: work()) } }
    }

    /// Like ``run(_:)``, for work that takes milliseconds, such as opening a file. The work shares a pool with one
    /// thread per processor, so it must not wait for other work of this pool.
    package static func runBriefly<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { done in
            DispatchQueue.global(qos: .userInitiated).async { done.resume(returning: work()) }
        }
    }

    /// Starts the work and returns immediately. If the system cannot create a thread, the work runs on one of
    /// Dispatch's.
    package static func start(_ work: @escaping @Sendable () -> Void) {
        let start = Unmanaged.passRetained(Start(work))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { context in
                if let context { Unmanaged<Start>.fromOpaque(context).takeRetainedValue().work() }
                return nil
            }, start.toOpaque())
        if code == 0 {
            pthread_detach(thread)
        } else {
            start.release()
            DispatchQueue.global().async(execute: work)
        }
    }

    private final class Start: Sendable {
        let work: @Sendable () -> Void
        init(_ work: @escaping @Sendable () -> Void) { self.work = work }
    }
}
