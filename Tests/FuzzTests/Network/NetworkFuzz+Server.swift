import FlyingSocks
import Glibc
import HTTPSockets

@testable import CurlTransport

/// Input from clients to a server.
extension NetworkFuzz {
    /// A WebSocket reader accepts what a client encodes, and accepts other bytes only within its limit.
    static let serverFrames = FuzzTarget(
        name: "websocket-server",
        seeds: [
            [0x81, 0x82, 0, 0, 0, 0, 0x68, 0x69], [0x01, 0x81, 0, 0, 0, 0, 0xC3, 0x80, 0x81, 0, 0, 0, 0, 0xA9],
            [0x89, 0x80, 1, 2, 3, 4, 0x88, 0x82, 0, 0, 0, 0, 3, 0xE8], [0x81, 0xFE, 0, 126, 0, 0, 0, 0],
        ]
    ) { input in
        let limit = 500
        let text = Array(input.text.utf8.prefix(limit))
        let whole = String(validating: text, as: UTF8.self) == nil ? [] : text
        let sent = WebSocketCodec.encode(.text, whole, mask: 0x1234_5678)
        let bytes = input.bytes
        try InlineExecutor.run {
            var feed = Feed()
            var own = WebSocketReader(try feed.reader(of: sent), limit: limit)
            try requireEqual(try await own.next(), .text(whole), "what a client encodes")
            var reader = WebSocketReader(try feed.reader(of: bytes), limit: limit)
            while true {
                let message: WebSocketReader.Message
                do { message = try await reader.next() } catch let violation as WebSocketReader.Violation {
                    try require(CurlTransport.CloseCode.isValid(Int(violation.code)), "code \(violation.code)")
                    return
                } catch is SocketError { return }
                switch message {
                case .text(let text):
                    try require(text.count <= limit, "a message of \(text.count) bytes")
                    try require(String(validating: text, as: UTF8.self) != nil, "a text that is not UTF-8")
                case .ping(let payload): try require(payload.count <= 125, "a ping of \(payload.count) bytes")
                case .pong: break
                case .close(let code): return try require(CurlTransport.CloseCode.isValid(Int(code)), "code \(code)")
                }
            }
        }
    }

    /// A request has one meaning: written again, its head is the same, and both readers of bodies agree.
    static let request = FuzzTarget(
        name: "request",
        seeds: [
            "POST /v1/cards HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbodyGET / HTTP/1.1\r\nHost: b\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: a:1\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\n0\r\nTrailer: 1\r\n\r\n",
            "GET /v1/socket HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
        ].map { Array($0.utf8) },
        words: [
            "\r\n", "\r\n\r\n", "HTTP/1.0", "Content-Length: ", "Transfer-Encoding: chunked", "Host: ",
            "Connection: close",
            "Expect: 100-continue", "0\r\n\r\n", "FFFFFFFF",
        ]
    ) { input in
        let bytes = input.bytes
        try InlineExecutor.run { try await read(bytes) }
    }

    private static let limit = 1000

    /// Reads requests until one is refused.
    private static func read(_ bytes: [UInt8]) async throws {
        var feed = Feed()
        let (reader, other) = (try feed.reader(of: bytes), try feed.reader(of: bytes))
        while true {
            let head: HTTPSockets.HTTPHead
            do {
                let text = try await reader.readHead(limit: limit)
                try requireEqual(text, try await other.readHead(limit: limit), "the same head")
                head = try HTTPSockets.HTTPHead(text)
            } catch is StreamError { return } catch is HTTPSockets.HTTPHead.Malformed { return } catch is SocketError {
                return
            }
            try check(head)
            let framing: HTTPSockets.HTTPHead.Framing
            do { framing = try head.framing() } catch { return }
            let pieces = try await outcome { try await body(BodyReader(reader, framing: framing, limit: limit)) }
            let whole = try await outcome {
                guard case .length(let length) = framing else { return try await other.readChunks(limit: limit) }
                guard length <= limit else { throw StreamError.tooLarge }
                return try await other.read(count: length)
            }
            // Both readers must refuse the same bodies, but the errors may differ: one may reach the end of the input
            // where the other first exceeds the limit.
            guard let pieces, let whole else { return try require(pieces == nil && whole == nil, "one reader refuses") }
            try requireEqual(pieces, whole, "the body")
            try require(whole.count <= limit, "a body of \(whole.count) bytes")
        }
    }

    private static func check(_ head: HTTPSockets.HTTPHead) throws {
        let lines = head.headers.map { "\($0.name): \($0.value)" }
        let version = head.isHTTP11 ? "1.1" : "1.0"
        let again = (["\(head.method) \(head.target) HTTP/\(version)"] + lines).joined(separator: "\r\n")
        try requireEqual(try HTTPSockets.HTTPHead(Array(again.utf8)), head, "written and read again")
        for header in head.headers {
            try require(header.name == header.name.lowercased(), "the name \(header.name)")
            try require(header.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 9 }, "a control character")
        }
        if let handshake = HTTPSockets.WebSocketHandshake(head) {
            let key = head["sec-websocket-key"] ?? ""
            try requireEqual(handshake.accept, CurlTransport.WebSocketHandshake.accept(for: key), "the hash of the key")
        }
    }

    private static func body(_ reader: BodyReader) async throws -> [UInt8] {
        var (reader, body) = (reader, [UInt8]())
        while let bytes = try await reader.next() {
            try require(!bytes.isEmpty, "an empty piece of a body")
            body += bytes
        }
        return body
    }

    /// The body; nil if it is refused or truncated.
    private static func outcome(_ read: () async throws -> [UInt8]) async throws -> [UInt8]? {
        do { return try await read() } catch is StreamError { return nil } catch is SocketError { return nil }
    }
}

/// Connections that deliver the given bytes and then end.
private struct Feed: ~Copyable {
    private var sockets: [Socket] = []

    deinit {
        // No data can be lost, so errors do not matter.
        for socket in sockets { try? socket.close() }
    }

    mutating func reader(of bytes: [UInt8]) throws -> SocketReader {
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
            throw PropertyViolation(description: "no socket")
        }
        defer { close(ends[1]) }
        sockets.append(Socket(file: .init(rawValue: ends[0])))
        guard write(ends[1], bytes, bytes.count) == bytes.count else {
            throw PropertyViolation(description: "the input is too long")
        }
        return SocketReader(try AsyncSocket(socket: sockets[sockets.count - 1], pool: NoPool()))
    }

    /// A pool that never waits, because all bytes have already arrived.
    private struct NoPool: AsyncSocketPool {
        func prepare() {}
        func run() {}
        func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) throws {
            throw PropertyViolation(description: "a socket waits")
        }
    }
}
