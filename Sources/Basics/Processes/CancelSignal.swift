import CLinux
import Glibc

/// Interrupts waits in `poll` from any thread. Once sent, it stays sent.
package final class CancelSignal: Sendable {
    /// Readable once the signal is sent.
    package let descriptor: Int32

    /// Nil if the process has no descriptors left.
    package init?() {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC))
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    package func send() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, 8)
    }

    package var isSent: Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 0) > 0
    }
}
