import CLinux
import Glibc

/// A connection between two programs of one user, which carries messages. A message is sent as its length in four
/// bytes, most significant first, followed by its content.
package final class LocalConnection: Sendable {
    /// The maximum length of a message, in bytes.
    package static let limit = 256 << 10

    /// Why no more messages can be received.
    package enum Failure: Error, Hashable, Sendable {
        /// The other side announced a message of a length that is not allowed.
        case badLength(Int)
        /// The other side ended in the middle of a message, or the connection failed.
        case broken
    }

    /// The process at the other end.
    package let processID: Int32
    private let descriptor: Int32
    /// Whether messages can still be written. The lock also keeps messages from being interleaved.
    private let isWritable = Lock(true)

    /// Connects to a listener at a path.
    package convenience init(path: String) throws(LocalSocketError) {
        let address = try LocalSocketAddress(path)
        defer { address.close() }
        let descriptor = try LocalSocketAddress.makeSocket()
        guard address.withPointer({ connect(descriptor, $0, $1) }) == 0 else {
            let error = LocalSocketError(code: errno)
            Glibc.close(descriptor)
            throw error
        }
        try self.init(descriptor: descriptor)
    }

    /// Takes over a connected socket. Closes it and throws an error if the other side belongs to another user.
    init(descriptor: Int32) throws(LocalSocketError) {
        var (user, process): (uid_t, pid_t) = (0, 0)
        var code = clinux_peer(descriptor, &user, &process)
        if code == 0, user != geteuid() { code = EACCES }
        guard code == 0 else {
            Glibc.close(descriptor)
            throw LocalSocketError(code: code)
        }
        (self.descriptor, processID) = (descriptor, process)
    }

    deinit { Glibc.close(descriptor) }

    /// Sends a message without blocking. If the other side does not read and the buffer is full, for example because
    /// the other program is stopped, the connection is closed.
    ///
    /// - Returns: Whether it was sent.
    @discardableResult
    package func send(_ message: [UInt8]) -> Bool {
        guard message.count <= Self.limit else { return false }
        let length = UInt32(message.count)
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) } + message
        let isSent = isWritable.withLock { isWritable in
            guard isWritable else { return false }
            var sent = 0
            while sent < bytes.count {
                let count = bytes[sent...].withUnsafeBytes {
                    Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
                }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    isWritable = false
                    return false
                }
                sent += count
            }
            return true
        }
        if !isSent { close() }
        return isSent
    }

    /// Receives the next message. Blocks. Nil if the other side, or ``close()``, has closed the connection.
    package func receive() throws(Failure) -> [UInt8]? {
        guard let header = try read(4) else { return nil }
        let length = header.reduce(0) { $0 << 8 | Int($1) }
        guard length <= Self.limit else { throw .badLength(length) }
        guard length > 0 else { return [] }
        guard let message = try read(length) else { throw .broken }
        return message
    }

    /// Reads exactly `count` bytes; nil if the connection ends before the first byte.
    private func read(_ count: Int) throws(Failure) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < count {
            do throws(FileReading.Failure) {
                bytes += try FileReading.read(descriptor, atMost: count - bytes.count)
            } catch {
                guard bytes.isEmpty else { throw .broken }
                return nil
            }
        }
        return bytes
    }

    /// Closes the connection for both sides, and ends a ``receive()`` that waits. Idempotent.
    package func close() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}
