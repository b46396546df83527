import Basics
import CPty
import Foundation
import Glibc

/// Many viewers, each with its own user and connection, served by one thread: it responds to pings, acknowledges cards,
/// and records the time at which each card arrived. The name of a user is the given name and the viewer's number.
final class ViewerConnections: Sendable {
    /// What has arrived so far.
    private struct Arrivals {
        var live = 0
        var closed = 0
        /// The time of the latest delta with each card, by the card's mark.
        var times: [Int: UInt64] = [:]
        var frames = 0
        var last: UInt64 = 0
    }

    private struct Connection {
        var descriptor: Int32
        var rest: [UInt8] = []
    }

    private let arrivals = Lock(Arrivals())
    private let count: Int
    private let isStopped = Lock(false)
    private let hasStopped = DispatchSemaphore(value: 0)

    var closedCount: Int { arrivals.withLock(\.closed) }

    /// The number of deltas that have arrived, and the time of the last one.
    var deltas: (count: Int, last: UInt64) { arrivals.withLock { ($0.frames, $0.last) } }

    /// The arrival time of the card with a mark, or nil.
    func time(of mark: Int) -> UInt64? { arrivals.withLock { $0.times[mark] } }

    /// The headline that identifies a card by its mark.
    static func headline(_ mark: Int) -> String { "#\(mark)#" }

    /// Connects all viewers. Blocks until all are live.
    init(_ count: Int, users name: String, on server: ServerGroup.Server) throws {
        self.count = count
        var connections: [Connection] = []
        for number in 0..<count { connections.append(try Self.connect("\(name)\(number)", server.port)) }
        let (isStopped, hasStopped, arrivals) = (isStopped, hasStopped, arrivals)
        let ready = connections
        Blocking.start {
            Self.serve(ready, arrivals, until: isStopped)
            hasStopped.signal()
        }
        let end = Terminal.now() + 120_000_000_000
        while arrivals.withLock(\.live) < count {
            guard Terminal.now() < end, arrivals.withLock(\.closed) == 0 else {
                throw BenchError(
                    "\(arrivals.withLock(\.live)) of \(count) viewers are live, \(arrivals.withLock(\.closed)) closed")
            }
            usleep(10_000)
        }
    }

    /// Closes all connections.
    func stop() {
        isStopped.withLock { $0 = true }
        hasStopped.wait()
    }

    // MARK: Opening

    private static func connect(_ user: String, _ port: UInt16) throws -> Connection {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = port.bigEndian
        name.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let connected = withUnsafePointer(to: &name) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard connected else { throw BenchError("a viewer cannot connect: \(String(cString: strerror(errno)))") }
        let request = Array(
            """
            GET /v1/socket HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
            Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
            Cardstream-Environment: development\r\nCardstream-Key: \(ServerGroup.viewerKey)\r\n\
            Authorization: Bearer \(ServerGroup.token(user: user))\r\n\r\n
            """.utf8)
        _ = write(descriptor, request, request.count)
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { throw BenchError("the server ended the connection of a viewer") }
            answer += buffer[..<count]
            guard let end = answer.firstRange(of: Array("\r\n\r\n".utf8)) else { continue }
            guard answer.starts(with: Array("HTTP/1.1 101".utf8)) else {
                throw BenchError("the server refused a viewer: \(String(decoding: answer, as: UTF8.self))")
            }
            send("{\"kind\":\"subscribe\",\"streams\":[{\"stream\":\"inbox\"}]}", to: descriptor)
            return Connection(descriptor: descriptor, rest: Array(answer[end.upperBound...]))
        }
    }

    /// Sends a text message. Its mask is zero, so that masking needs no work.
    private static func send(_ text: String, to descriptor: Int32, kind: UInt8 = 1) {
        let bytes = Array(text.utf8)
        let length =
            bytes.count < 126
            ? [0x80 | UInt8(bytes.count)] : [0xFE, UInt8(bytes.count >> 8), UInt8(bytes.count & 255)]
        let frame = [0x80 | kind] + length + [0, 0, 0, 0] + bytes
        _ = write(descriptor, frame, frame.count)
    }

    // MARK: Serving

    private static func serve(_ opened: [Connection], _ arrivals: Lock<Arrivals>, until isStopped: Lock<Bool>) {
        var connections = opened
        let queue = epoll_create1(0)
        for (number, connection) in connections.enumerated() {
            var event = epoll_event()
            event.events = EPOLLIN.rawValue
            event.data.u64 = UInt64(number)
            epoll_ctl(queue, EPOLL_CTL_ADD, connection.descriptor, &event)
            handleFrames(&connections[number], arrivals, at: Terminal.now())
        }
        var events = [epoll_event](repeating: epoll_event(), count: 256)
        var buffer = [UInt8](repeating: 0, count: 65536)
        while !isStopped.withLock(\.self) {
            let ready = epoll_wait(queue, &events, Int32(events.count), 50)
            for place in 0..<max(0, Int(ready)) {
                let number = Int(events[place].data.u64)
                let count = read(connections[number].descriptor, &buffer, buffer.count)
                guard count > 0 else {
                    arrivals.withLock { $0.closed += 1 }
                    epoll_ctl(queue, EPOLL_CTL_DEL, connections[number].descriptor, nil)
                    continue
                }
                connections[number].rest += buffer[..<count]
                handleFrames(&connections[number], arrivals, at: Terminal.now())
            }
        }
        for connection in connections { close(connection.descriptor) }
        close(queue)
    }

    /// Handles all complete frames.
    private static func handleFrames(_ connection: inout Connection, _ arrivals: Lock<Arrivals>, at time: UInt64) {
        while connection.rest.count >= 2 {
            let bytes = connection.rest
            var (length, start) = (Int(bytes[1] & 127), 2)
            if length >= 126 {
                start = length == 126 ? 4 : 10
                guard bytes.count >= start else { return }
                length = bytes[2..<start].reduce(0) { $0 << 8 | Int($1) }
            }
            guard bytes.count >= start + length else { return }
            handle(bytes[start..<start + length], kind: bytes[0] & 15, connection.descriptor, arrivals, time)
            connection.rest.removeFirst(start + length)
        }
    }

    private static let (delta, live, ping) = (
        Array("\"kind\":\"delta\"".utf8), Array("\"kind\":\"live\"".utf8), Array("\"kind\":\"ping\"".utf8)
    )
    private static let cursor = Array("\"cursor\":\"".utf8)

    private static func handle(
        _ bytes: ArraySlice<UInt8>, kind: UInt8, _ descriptor: Int32, _ arrivals: Lock<Arrivals>, _ time: UInt64
    ) {
        guard kind == 1 else {
            if kind == 9 { send(String(decoding: bytes, as: UTF8.self), to: descriptor, kind: 10) }
            return
        }
        // The kind is one of the first members, so searching the beginning is enough.
        let head = bytes.prefix(40)
        if head.firstRange(of: live) != nil { return arrivals.withLock { $0.live += 1 } }
        if head.firstRange(of: ping) != nil {
            let text = String(decoding: bytes, as: UTF8.self)
            return send(text.replacing("\"ping\"", with: "\"pong\""), to: descriptor)
        }
        guard head.firstRange(of: delta) != nil, let place = bytes.firstRange(of: cursor) else { return }
        let marks = marks(in: bytes)
        arrivals.withLock { arrivals in
            for mark in marks { arrivals.times[mark] = time }
            arrivals.frames += 1
            arrivals.last = time
        }
        let value = String(decoding: bytes[place.upperBound...].prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
        send("{\"kind\":\"ack\",\"stream\":\"inbox\",\"cursor\":\"\(value)\"}", to: descriptor)
    }

    private static func marks(in bytes: ArraySlice<UInt8>) -> [Int] {
        var marks: [Int] = []
        var rest = bytes
        while let start = rest.firstIndex(of: UInt8(ascii: "#")) {
            rest = rest[(start + 1)...]
            let digits = rest.prefix { (48...57).contains($0) }
            if !digits.isEmpty, digits.endIndex < rest.endIndex, rest[digits.endIndex] == UInt8(ascii: "#") {
                marks.append(digits.reduce(0) { $0 * 10 + Int($1 - 48) })
                rest = rest[(digits.endIndex + 1)...]
            }
        }
        return marks
    }
}
