import Foundation

/// A TCP proxy between viewer and server that can misbehave on request: refuse WebSocket upgrades, lose responses, be
/// slow or down. It tests real network connections, which the embedded server cannot do.
final class FaultProxy: @unchecked Sendable {
    // Invariant: `mode` and the other variables are only accessed under `lock`; descriptors are closed by the thread
    // that copies from them.
    enum Mode { case open, slow, refuseSocket, down }

    let port: UInt16
    private let listener: Int32
    private let target: UInt16
    private let lock = NSLock()
    private var mode = Mode.open
    private var connections: Set<Int32> = []
    private var refused = 0
    private var responsesToLose = 0
    /// Connections of clients that have published.
    private var publishers: Set<Int32> = []

    /// The number of connections that were refused while the proxy was down.
    var refusedCount: Int { lock.withLock { refused } }

    init(to target: UInt16) throws {
        self.target = target
        (listener, port) = try Self.listening()
        Thread.detachNewThread { [self] in acceptAll() }
    }

    /// A socket that listens on a free port of this machine.
    static func listening() throws -> (descriptor: Int32, port: UInt16) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var reuse: Int32 = 1
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size))
        var address = FaultProxy.loopback(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.bind(listener, $0, length) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        guard bound, listen(listener, 64) == 0 else { throw POSIXError(.EADDRINUSE) }
        return (listener, UInt16(bigEndian: address.sin_port))
    }

    /// Closes the connection instead of forwarding the response to a publication, for the next `responses` responses.
    func lose(responses: Int) { lock.withLock { responsesToLose = responses } }

    private func loses(responseTo client: Int32) -> Bool {
        lock.withLock {
            guard responsesToLose > 0, publishers.contains(client) else { return false }
            responsesToLose -= 1
            return true
        }
    }

    func stop() {
        set(.down)
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    /// Changes the mode and closes all connections, so that it takes effect immediately.
    func set(_ mode: Mode) {
        lock.withLock {
            self.mode = mode
            for connection in connections { shutdown(connection, Int32(SHUT_RDWR)) }
        }
    }

    private static func loopback(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return address
    }

    private func acceptAll() {
        while true {
            let client = accept(listener, nil, nil)
            guard client >= 0 else { return }
            let isDown = lock.withLock {
                refused += mode == .down ? 1 : 0
                return mode == .down
            }
            if isDown {
                close(client)
                continue
            }
            Thread.detachNewThread { [self] in serve(client) }
        }
    }

    private func serve(_ client: Int32) {
        let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = FaultProxy.loopback(port: target)
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        lock.withLock { connections.formUnion([client, server]) }
        defer {
            lock.withLock {
                connections.subtract([client, server])
                publishers.remove(client)
            }
            close(client)
            close(server)
        }
        guard connected else { return }
        let back = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            self.copy(from: server, to: client, inspecting: false)
            shutdown(client, Int32(SHUT_RDWR))
            back.signal()
        }
        copy(from: client, to: server, inspecting: true)
        shutdown(server, Int32(SHUT_RDWR))
        back.wait()
    }

    private func copy(from source: Int32, to destination: Int32, inspecting: Bool) {
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = recv(source, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            if inspecting {
                let isPublication = String(decoding: buffer[..<count], as: UTF8.self).contains("POST /v1/cards ")
                if isPublication { lock.withLock { _ = publishers.insert(source) } }
            } else if loses(responseTo: destination) {
                return
            }
            if inspecting, lock.withLock({ mode == .refuseSocket }),
                String(decoding: buffer[..<count], as: UTF8.self).lowercased().contains("upgrade: websocket")
            {
                let response = Array(
                    "HTTP/1.1 501 Not Implemented\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)
                _ = send(source, response, response.count, Int32(MSG_NOSIGNAL))
                return
            }
            // About 600 kB per second.
            if inspecting, lock.withLock({ mode == .slow }) { usleep(100_000) }
            var sent = 0
            while sent < count {
                let written = buffer.withUnsafeBytes {
                    send(destination, $0.baseAddress! + sent, count - sent, Int32(MSG_NOSIGNAL))
                }
                guard written > 0 else { return }
                sent += written
            }
        }
    }
}
