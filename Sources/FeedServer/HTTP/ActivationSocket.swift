import FlyingSocks
import Glibc

/// A listening TCP socket that a service manager opened and passed to this process, as described in sd_listen_fds(3).
/// The manager keeps a copy of the socket: connections that this process has not accepted wait for the next process.
package struct ActivationSocket: Sendable {
    package let address: ListenAddress
    let socket: Socket

    /// The name that selects this socket if several are passed (`FileDescriptorName=` of the unit).
    package static let name = "cardstream"
    /// The first passed descriptor, as sd_listen_fds(3) defines it.
    package static let firstDescriptor: CInt = 3

    /// - Parameter descriptor: The descriptor of the socket. The new value owns it and sets it to close on exec.
    /// - Throws: ``FeedServerError/badActivation(_:)`` if the descriptor is not a listening TCP socket.
    package init(descriptor: CInt) throws(FeedServerError) {
        guard Self.option(SO_ACCEPTCONN, of: descriptor) == 1, Self.option(SO_TYPE, of: descriptor) == Self.stream
        else {
            throw .badActivation(
                "the passed descriptor \(descriptor) is not a listening stream socket; set ListenStream=IP:PORT in the "
                    + "socket unit, without Accept=yes")
        }
        socket = Socket(file: .init(rawValue: descriptor))
        // A socket without an address that can be read is refused like one of another family.
        switch try? socket.sockname() {
        case .ip4(let host, let port), .ip6(let host, let port): address = ListenAddress(host: host, port: port)
        case .unix, nil:
            throw .badActivation(
                "the passed descriptor \(descriptor) is not a TCP socket; set ListenStream=IP:PORT in the socket unit")
        }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    /// The descriptor that was passed to a process; nil if there is none. Ignores variables that are meant for another
    /// process, such as the parent of this one.
    ///
    /// - Parameters:
    ///   - environment: The environment variables; `LISTEN_PID`, `LISTEN_FDS` and `LISTEN_FDNAMES` are read.
    ///   - process: The id of the process.
    /// - Throws: ``FeedServerError/badActivation(_:)`` if several descriptors were passed and none has the name
    ///   ``name``.
    package static func descriptor(
        in environment: [String: String], process: CInt
    ) throws(FeedServerError) -> CInt? {
        guard let id = environment["LISTEN_PID"], CInt(id) == process,
            let count = environment["LISTEN_FDS"].flatMap({ CInt($0) }), count > 0
        else { return nil }
        if count == 1 { return firstDescriptor }
        let names = (environment["LISTEN_FDNAMES"] ?? "").split(separator: ":", omittingEmptySubsequences: false)
        guard let index = names.prefix(Int(count)).firstIndex(where: { $0 == name }) else {
            throw .badActivation(
                "\(count) sockets were passed; set FileDescriptorName=\(name) in the unit of the server's socket")
        }
        return firstDescriptor + CInt(index)
    }

    private static let stream = CInt(SOCK_STREAM.rawValue)

    /// An integer option of a socket; nil if the descriptor is not a socket.
    private static func option(_ option: CInt, of descriptor: CInt) -> CInt? {
        var value: CInt = 0
        var length = socklen_t(MemoryLayout<CInt>.size)
        return getsockopt(descriptor, SOL_SOCKET, option, &value, &length) == 0 ? value : nil
    }
}
