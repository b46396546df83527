import FlyingSocks
import Glibc
import HTTPSockets

/// An IP address and a port to listen on. Host names are not resolved, because the configuration should state exactly
/// where the server listens.
package struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
    package var host: String
    /// 0 lets the system choose a port.
    package var port: UInt16

    /// `127.0.0.1` with a port chosen by the system.
    package static let ephemeralLoopback = ListenAddress(host: "127.0.0.1", port: 0)

    package init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// - Throws: ``FeedServerError/badAddress(_:)``.
    package init(_ text: String) throws(FeedServerError) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            throw .badAddress(text)
        }
        var host = String(text[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = String(host.dropFirst().dropLast())
        } else if host.contains(":") {
            throw .badAddress(text)
        }
        self.init(host: host, port: port)
        var four = in_addr()
        var six = in6_addr()
        guard inet_pton(AF_INET, host, &four) == 1 || inet_pton(AF_INET6, host, &six) == 1 else {
            throw .badAddress(text)
        }
    }

    package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// The address at which programs on this machine reach a server that listens at this address.
    package var asClient: ListenAddress {
        switch host {
        case "0.0.0.0": ListenAddress(host: "127.0.0.1", port: port)
        case "::": ListenAddress(host: "::1", port: port)
        default: self
        }
    }

    /// Opens a listening, non-blocking socket that is closed on exec.
    /// - Throws: ``FeedServerError/addressInUse(_:)`` or ``FeedServerError/cannotListen(address:reason:)``.
    func listen() throws(FeedServerError) -> Socket {
        do { return try Socket.listening(on: host, port: port) } catch {
            guard case SocketError.failed(_, let code, _) = error else {
                throw .cannotListen(address: description, reason: "\(error)")
            }
            if code == EADDRINUSE { throw .addressInUse(description) }
            throw .cannotListen(address: description, reason: Self.reason(code))
        }
    }

    /// The reason for an error code of the system, and how to fix it.
    private static func reason(_ code: CInt) -> String {
        switch code {
        case EADDRNOTAVAIL:
            "this machine does not have this address; use one of its own addresses, or 127.0.0.1 to accept connections from this machine only, or 0.0.0.0 to listen on all addresses"
        case EACCES: "only the administrator can listen on ports below 1024; use a higher port"
        case EAFNOSUPPORT: "this machine has no IPv6; use an IPv4 address"
        default: String(cString: strerror(code))
        }
    }
}
