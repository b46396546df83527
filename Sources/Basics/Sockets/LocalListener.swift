import CLinux
import Glibc

/// A listening socket in the file system, to which other programs of this user connect. The socket's file has mode
/// 0600.
package final class LocalListener: Sendable {
    private let descriptor: Int32
    private let path: String
    private let isOpen = Lock(true)

    /// Listens at a path. Removes an existing file at the path, such as the socket of a program that was killed: the
    /// caller guarantees that no program listens there.
    package init(path: String) throws(LocalSocketError) {
        let address = try LocalSocketAddress(path)
        defer { address.close() }
        let descriptor = try LocalSocketAddress.makeSocket()
        unlink(path)
        // The file gets the socket's mode, so that it is never open to others.
        guard fchmod(descriptor, 0o600) == 0, address.withPointer({ bind(descriptor, $0, $1) }) == 0,
            chmod(path, 0o600) == 0, listen(descriptor, 16) == 0
        else {
            let error = LocalSocketError(code: errno)
            Glibc.close(descriptor)
            throw error
        }
        (self.descriptor, self.path) = (descriptor, path)
    }

    deinit { Glibc.close(descriptor) }

    /// Accepts the next connection from a program of this user, and closes those from other users. Blocks. Nil once the
    /// listener is closed.
    package func accept() -> LocalConnection? {
        while isOpen.withLock({ $0 }) {
            let next = Glibc.accept(descriptor, nil, nil)
            if next >= 0 {
                _ = fcntl(next, F_SETFD, FD_CLOEXEC)
                // A peer of another user, or one that has already disconnected, is not served.
                if let connection = try? LocalConnection(descriptor: next) { return connection }
            } else if ![EINTR, ECONNABORTED].contains(errno) {
                guard [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) else { return nil }
                // Another part of the program may release descriptors.
                poll(nil, 0, 100)
            }
        }
        return nil
    }

    /// Removes the socket's file and ends ``accept()``. Idempotent.
    package func close() {
        let wasOpen = isOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
        guard wasOpen else { return }
        unlink(path)
        shutdown(descriptor, Int32(SHUT_RDWR))
    }
}
