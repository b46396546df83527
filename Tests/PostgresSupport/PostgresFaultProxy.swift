import Basics
import Foundation
import Glibc

/// A proxy between a client and a cluster, on its own Unix socket. It drops the messages that a test wants to lose.
package final class PostgresFaultProxy: Sendable {
    package enum Loss: Hashable, Sendable {
        /// The connection ends before the commit reaches the server.
        case commit
        /// The connection ends after the commit, before its reply reaches the client.
        case reply
        /// The connection ends for the client, and the commit reaches the server with ``deliverLate()``.
        case late
    }

    package let folder: String
    private let target: String
    private let listener: Int32
    /// The losses for the next commits, in this order.
    private let losses = Lock<[Loss]>([])
    private let lost = Lock(0)
    private let exchanges = Lock(0)
    private let late = Lock<(server: Int32, bytes: [UInt8])?>(nil)
    private let whileLosing = Lock<(@Sendable () -> Void)?>(nil)
    private let isHeld = Lock(false)
    /// Increases when connections are lost.
    private let generation = Lock(0)

    /// - Parameter cluster: The folder of the cluster's socket.
    package init(to cluster: String) throws {
        folder = "/tmp/cs-proxy-\(UInt32.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        target = "\(cluster)/.s.PGSQL.5432"
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard Self.withAddress("\(folder)/.s.PGSQL.5432", { bind(listener, $0, $1) }) == 0, listen(listener, 64) == 0
        else { throw PostgresCluster.Failure(description: "the proxy cannot listen") }
        Blocking.start { [weak self, listener] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0, let self else { return }
                Blocking.start { self.pass(client) }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// - Parameter meanwhile: Called for each loss, before the client notices it.
    package func lose(_ next: [Loss], meanwhile: (@Sendable () -> Void)? = nil) {
        losses.withLock { $0 = next }
        whileLosing.withLock { $0 = meanwhile }
    }

    /// Forwards nothing, like a network that is cut. Connections stay open.
    ///
    /// - Parameter losingConnections: Whether the current connections are closed instead of continued.
    package func hold(_ isHeld: Bool, losingConnections: Bool = false) {
        if losingConnections { generation.withLock { $0 += 1 } }
        self.isHeld.withLock { $0 = isHeld }
    }

    /// How often a client has sent something and then waited for the server.
    package var exchangeCount: Int { exchanges.withLock { $0 } }

    /// The number of losses so far.
    package var lostCount: Int { lost.withLock { $0 } }

    /// Sends the late commit, and returns when the server has responded.
    package func deliverLate() throws {
        guard let (server, bytes) = late.withLock({ $0 }) else {
            throw PostgresCluster.Failure(description: "no commit is late")
        }
        defer { close(server) }
        guard send(server, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw PostgresCluster.Failure(description: "the server does not wait for the commit")
        }
        var answer = [UInt8](repeating: 0, count: 65_536)
        guard recv(server, &answer, answer.count, 0) > 0 else {
            throw PostgresCluster.Failure(description: "the server does not answer the commit")
        }
    }

    static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    private func pass(_ client: Int32) {
        let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer {
            close(client)
            close(server)
        }
        guard Self.withAddress(target, { connect(server, $0, $1) }) == 0 else { return }
        var entries = [
            pollfd(fd: client, events: Int16(POLLIN), revents: 0),
            pollfd(fd: server, events: Int16(POLLIN), revents: 0),
        ]
        var losesReply = false
        var isAnswering = true
        let born = generation.withLock(\.self)
        while poll(&entries, 2, -1) >= 0 {
            while isHeld.withLock(\.self) { usleep(5000) }
            guard born == generation.withLock(\.self) else { return }
            for (index, (from, to)) in [(client, server), (server, client)].enumerated()
            where entries[index].revents != 0 {
                var bytes = [UInt8](repeating: 0, count: 65_536)
                let count = read(from, &bytes, bytes.count)
                guard count > 0 else { return }
                if index == 0, isAnswering { exchanges.withLock { $0 += 1 } }
                isAnswering = index == 1
                if index == 0, String(decoding: bytes[..<count], as: UTF8.self).contains("COMMIT\0") {
                    let loss = losses.withLock { $0.isEmpty ? nil : $0.removeFirst() }
                    if loss != nil { lost.withLock { $0 += 1 } }
                    if loss == .commit {
                        whileLosing.withLock { $0 }?()
                        return
                    }
                    if loss == .late {
                        late.withLock { [bytes] in $0 = (dup(server), Array(bytes[..<count])) }
                        return
                    }
                    losesReply = loss == .reply
                }
                if index == 1, losesReply {
                    whileLosing.withLock { $0 }?()
                    return
                }
                var written = 0
                while written < count {
                    // A connection that has ended in the meantime must not end the tests with SIGPIPE.
                    let step = bytes[written..<count].withUnsafeBytes {
                        send(to, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                    }
                    guard step > 0 else { return }
                    written += step
                }
            }
        }
    }
}
