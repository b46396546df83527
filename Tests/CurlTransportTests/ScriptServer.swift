import Foundation
import Synchronization

@testable import CurlTransport

/// A server on a loopback port that follows a script byte by byte, including what no correct server would do. Every
/// connection runs the script on a separate thread. Nothing in the script waits longer than ten seconds.
final class ScriptServer: Sendable {
    let port: Int
    private let listener: Int32
    private let accepted = Atomic<Int>(0)

    init(_ script: @escaping @Sendable (ScriptConnection) -> Void) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        self.listener = listener
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { plain in
                bind(listener, plain, length) | listen(listener, 64) | getsockname(listener, plain, &length)
            }
        }
        guard code == 0 else { throw POSIXError(.EADDRINUSE) }
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread.detachNewThread { self.acceptAll(script) }
    }

    private func acceptAll(_ script: @escaping @Sendable (ScriptConnection) -> Void) {
        while case let descriptor = accept(listener, nil, nil), descriptor >= 0 {
            accepted.add(1, ordering: .relaxed)
            Thread.detachNewThread {
                let connection = ScriptConnection(descriptor)
                script(connection)
                connection.close()
            }
        }
        close(listener)
    }

    var connectionCount: Int { accepted.load(ordering: .relaxed) }
    var http: String { "http://127.0.0.1:\(port)" }
    var ws: String { "ws://127.0.0.1:\(port)/v1/socket" }

    /// Wakes the accepting thread, which then closes the descriptor. If it were closed here, its number could belong to
    /// another server by the time that thread accepts again.
    func stop() { shutdown(listener, Int32(SHUT_RDWR)) }
}

/// One accepted connection, with blocking calls.
final class ScriptConnection {
    fileprivate let descriptor: Int32
    private var isClosed = false

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var on: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Connects to a port of this machine.
    convenience init?(port: UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else {
            Glibc.close(descriptor)
            return nil
        }
        self.init(descriptor)
    }

    /// Forwards data in both directions until one end closes the connection.
    func join(_ other: ScriptConnection) {
        var ends = [descriptor, other.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while poll(&ends, 2, 10_000) > 0 {
            for (end, (from, to)) in zip(ends, [(self, other), (other, self)]) where end.revents != 0 {
                let bytes = from.read()
                guard !bytes.isEmpty, to.send(bytes) else { return other.close() }
            }
        }
        other.close()
    }

    /// Sends bytes. False once the peer is gone.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    func read(_ count: Int = 65536) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = max(0, recv(descriptor, buffer.baseAddress, count, 0))
        }
    }

    /// Reads until the peer closes the connection.
    func readAll() -> [UInt8] {
        var all: [UInt8] = []
        while case let bytes = read(), !bytes.isEmpty { all += bytes }
        return all
    }

    /// The head of a request as text.
    func readHead() -> String {
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual([13, 10, 13, 10]) {
            let byte = read(1)
            if byte.isEmpty { break }
            head += byte
        }
        return String(decoding: head, as: UTF8.self)
    }

    /// Reads the upgrade request, and sends the response that the RFC requires, with the given changes.
    @discardableResult
    func upgrade(accept: String? = nil, extra: String = "", then bytes: [UInt8] = []) -> String {
        let head = readHead()
        let key = head.header("Sec-WebSocket-Key") ?? ""
        send(
            Array(
                """
                HTTP/1.1 101 Switching Protocols\r
                Upgrade: WebSocket\r
                Connection: keep-alive, Upgrade\r
                Sec-WebSocket-Accept: \(accept ?? WebSocketHandshake.accept(for: key))\r
                \(extra)\r

                """.utf8) + bytes)
        return head
    }

    /// Sends an HTTP response with a Content-Length.
    func answer(_ status: String, type: String = "application/json", extra: String = "", _ body: [UInt8] = []) {
        send(
            Array("HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.count)\r\n\(extra)\r\n".utf8)
                + body)
    }

    /// Closes the connection with RST instead of FIN.
    func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
        close()
    }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        Glibc.close(descriptor)
    }
}

extension String {
    /// The value of a header in the head of a request.
    func header(_ name: String) -> String? {
        components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ": ") }
            .map { String($0.dropFirst(name.count + 2)) }
    }
}

/// A frame from the server: unmasked, with any values.
func frame(_ opcode: UInt8, _ payload: [UInt8] = [], final: Bool = true, rsv: UInt8 = 0, claim: UInt64? = nil)
    -> [UInt8]
{
    let length = claim ?? UInt64(payload.count)
    var bytes = [(final ? 0x80 : 0) | rsv << 4 | opcode]
    switch length {
    case ...125: bytes.append(UInt8(length))
    case ...0xFFFF: bytes += [126, UInt8(length >> 8), UInt8(length & 0xFF)]
    default: bytes += [127] + (0..<8).map { UInt8(truncatingIfNeeded: length >> (56 - 8 * UInt64($0))) }
    }
    return bytes + payload
}

func text(_ text: String) -> [UInt8] { frame(1, Array(text.utf8)) }

func closeFrame(_ code: Int, _ reason: String = "") -> [UInt8] {
    frame(8, [UInt8(code >> 8), UInt8(code & 0xFF)] + reason.utf8)
}

/// The opcode and the unmasked payload of each frame that a client sent, decoded independently of the codec.
func clientFrames(_ bytes: [UInt8]) -> [(opcode: UInt8, payload: [UInt8])] {
    var frames: [(UInt8, [UInt8])] = []
    var index = 0
    while index + 2 <= bytes.count {
        let opcode = bytes[index] & 0x0F
        guard bytes[index + 1] & 0x80 != 0 else { return frames }
        var length = Int(bytes[index + 1] & 0x7F)
        index += 2
        let extended = length == 126 ? 2 : length == 127 ? 8 : 0
        if extended > 0 { length = bytes[index..<index + extended].reduce(0) { $0 << 8 | Int($1) } }
        index += extended
        let mask = Array(bytes[index..<index + 4])
        index += 4
        guard index + length <= bytes.count else { return frames }
        let payload = [UInt8](unsafeUninitializedCapacity: length) { buffer, filled in
            bytes.withUnsafeBufferPointer { source in
                var position = 0
                while position < length {
                    buffer[position] = source[index + position] ^ mask[position & 3]
                    position += 1
                }
            }
            filled = length
        }
        frames.append((opcode, payload))
        index += length
    }
    return frames
}
