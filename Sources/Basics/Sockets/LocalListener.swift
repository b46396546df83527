import CLinux
import Glibc

/// A socket in the file system on which programs of this user reach this one. The socket's file has mode 0600.
package final class LocalListener: Sendable {
    private let descriptor: Int32
    private let path: String
    private let isOpen = Lock(true)

    /// Listens at a path. Removes what is there, as the socket of a program that was killed: the caller guarantees that no
    /// program listens there.
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

    /// The next connection of a program of this user; those of other users are closed. Blocks. Nil once the listener is
    /// closed.
    package func accept() -> LocalConnection? {
        while isOpen.withLock({ $0 }) {
            let next = Glibc.accept(descriptor, nil, nil)
            if next >= 0 {
                _ = fcntl(next, F_SETFD, FD_CLOEXEC)
                // A peer of another user, or one that is gone already, is not served.
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
