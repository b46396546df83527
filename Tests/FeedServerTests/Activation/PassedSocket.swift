import FeedServer
import Glibc
import Testing

/// A listening socket of a service manager. Each start of the service receives a copy.
final class PassedSocket: Sendable {
    let descriptor: CInt
    let port: UInt16

    init() throws {
        descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let code = withUnsafeMutablePointer(to: &place) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) | listen(descriptor, 16) | getsockname(descriptor, address, &length)
            }
        }
        try #require(code == 0)
        port = UInt16(bigEndian: place.sin_port)
    }

    deinit { close(descriptor) }

    func pass() throws -> ActivationSocket { try ActivationSocket(descriptor: dup(descriptor)) }

    /// Whether a connection waits that no process has accepted.
    var hasWaitingConnection: Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 0) > 0
    }
}
