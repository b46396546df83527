import Dispatch
import Glibc

/// Calls that block (a disk, a process, a resolver), each on a thread of its own: the cooperative pool and Dispatch's queues
/// are as wide as the machine has cores, and whoever comes behind as many calls that block would wait for them.
package enum Blocking {
    /// What the call returned, once it has.
    package static func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { done in start { done.resume(returning: work()) } }
    }

    /// Returns at once. Where the system has no thread to give, the work waits for one of Dispatch's.
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
