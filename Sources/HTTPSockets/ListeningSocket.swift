package import FlyingSocks
import Glibc

extension Socket {
    /// Opens a listening, non-blocking TCP socket that is closed on exec.
    ///
    /// - Parameters:
    ///   - host: An IPv4 or IPv6 address.
    ///   - port: The port; 0 lets the system choose one.
    /// - Throws: `SocketError`.
    package static func listening(on host: String, port: UInt16) throws -> Socket {
        let isIPv6 = host.utf8.contains(UInt8(ascii: ":"))
        let socket = try Socket(domain: isIPv6 ? AF_INET6 : AF_INET)
        do {
            try socket.setValue(true, for: .localAddressReuse)
            if isIPv6 {
                try socket.bind(to: sockaddr_in6.inet6(ip6: host, port: port))
            } else {
                try socket.bind(to: sockaddr_in.inet(ip4: host, port: port))
            }
            try socket.listen()
        } catch {
            // The caller gets the first error.
            try? socket.close()
            throw error
        }
        _ = fcntl(socket.file.rawValue, F_SETFD, FD_CLOEXEC)
        return socket
    }

    /// The port of a TCP socket; 0 for other sockets.
    package var port: UInt16 {
        get throws {
            switch try sockname() {
            case .ip4(_, let port), .ip6(_, let port): port
            case .unix: 0
            }
        }
    }
}
