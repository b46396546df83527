import CLinux
import Glibc

/// An eventfd: any thread may ring it, and a `poll` on its descriptor returns.
// Invariant of Sendable: the descriptor is open from `init` to `deinit` and never changes.
package final class WakeUp: Sendable {
    package let descriptor: CInt

    /// Traps when the process may not open one more descriptor: nothing of the program could run then.
    package init() {
        descriptor = eventfd(0, CInt(EFD_NONBLOCK) | CInt(EFD_CLOEXEC))
        precondition(descriptor >= 0, "cannot create an eventfd: errno \(errno)")
    }

    deinit { close(descriptor) }

    package func ring() {
        var one: UInt64 = 1
        // Fails only when the counter is full, and then the descriptor is readable already.
        _ = write(descriptor, &one, 8)
    }

    /// Makes the descriptor unreadable until the next ring.
    package func reset() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, 8)
    }
}
