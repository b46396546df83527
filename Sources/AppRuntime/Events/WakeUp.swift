import CLinux
import Glibc

/// An eventfd that any thread can ring, so that a `poll` on its descriptor returns.
// Invariant of Sendable: the descriptor is open from `init` to `deinit` and never changes.
package final class WakeUp: Sendable {
    package let descriptor: CInt

    /// Traps if the process cannot open another descriptor, because the program could not work then.
    package init() {
        descriptor = eventfd(0, CInt(EFD_NONBLOCK) | CInt(EFD_CLOEXEC))
        precondition(descriptor >= 0, "cannot create an eventfd: errno \(errno)")
    }

    deinit { close(descriptor) }

    package func ring() {
        var one: UInt64 = 1
        // Fails only if the counter is full. The descriptor is then already readable.
        _ = write(descriptor, &one, 8)
    }

    /// Resets the counter, so that the descriptor is not readable until the next ring.
    package func reset() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, 8)
    }
}
