import Dispatch
import Glibc

/// Runs blocking calls (disk, process, resolver) on a thread of their own. The cooperative pool and Dispatch's queues
/// are only as wide as the machine has cores, so a few blocking calls would hold up all other work.
package enum Blocking {
    /// Returns the result of `work` once it has run.
    package static func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { done in start { done.resume(returning: work()) } }
    }

    /// The same for what takes milliseconds, like opening a file: on one of as many threads as there are processors. Must not wait
    /// for something that takes one of them itself.
    package static func runBriefly<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { done in
            DispatchQueue.global(qos: .userInitiated).async { done.resume(returning: work()) }
        }
    }

    /// Returns at once. If the system can create no thread, the work runs on one of Dispatch's.
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
