import FeedAPI
import FeedServer
import FlyingSocks
import Foundation
import Testing

/// A client on a plain socket, so that tests can send what no correct client would.
struct RawClient {
    let socket: AsyncSocket

    init(port: UInt16) async throws {
        socket = try await .connected(to: sockaddr_in.inet(ip4: "127.0.0.1", port: port), timeout: 30)
    }

    func send(_ text: String) async throws { try await socket.write(Data(text.utf8)) }
    func send(_ bytes: [UInt8]) async throws { try await socket.write(Data(bytes)) }
    func close() throws { try socket.close() }

    struct Answer {
        var status: Int
        var headers: [String: String]
        var body: [UInt8]
        var problem: Problem? { try? FeedCoder.decodeProblem(body) }
    }

    func request(
        _ route: FeedRoute, _ credentials: FeedCredentials?, headers: [(String, String)] = [], body: [UInt8] = []
    ) async throws -> Answer {
        try await request(route.method, route.target, credentials, headers: headers, body: body)
    }

    func request(
        _ method: String, _ target: String, _ credentials: FeedCredentials?, headers: [(String, String)] = [],
        body: [UInt8] = []
    ) async throws -> Answer {
        try await send(method, target, credentials, headers: headers, body: body)
        return try await answer()
    }

    func send(
        _ method: String, _ target: String, _ credentials: FeedCredentials?, headers: [(String, String)] = [],
        body: [UInt8] = []
    ) async throws {
        var head = "\(method) \(target) HTTP/1.1\r\nHost: test\r\nContent-Length: \(body.count)\r\n"
        for (name, value) in (credentials?.headers.map { ($0.name, $0.value) } ?? []) + headers {
            head += "\(name): \(value)\r\n"
        }
        try await send(Array((head + "\r\n").utf8) + body)
    }

    func answer() async throws -> Answer {
        var answer = try await answerHead()
        answer.body = try await socket.read(bytes: Int(answer.headers["content-length"] ?? "0") ?? 0)
        return answer
    }

    /// A response whose body has not been read yet.
    func answerHead() async throws -> Answer {
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) { head.append(try await socket.read()) }
        let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(
                in: .whitespaces)
        }
        let status = try #require(Int(lines[0].split(separator: " ")[1]))
        return Answer(status: status, headers: headers, body: [])
    }

    // MARK: WebSocket

    func upgrade(_ credentials: FeedCredentials) async throws -> Answer {
        try await request(
            .socket, credentials,
            headers: [
                ("Connection", "Upgrade"), ("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13"),
                ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
            ])
    }

    func send(_ frame: ClientFrame) async throws { try await send(opcode: 1, FeedCoder.encode(frame)) }

    func send(opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true, isMasked: Bool = true) async throws {
        var bytes = [(isFinal ? 0x80 : 0) | opcode]
        let bit: UInt8 = isMasked ? 0x80 : 0
        switch payload.count {
        case 0...125: bytes.append(bit | UInt8(payload.count))
        case 126...65_535: bytes += [bit | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
        default: bytes += [bit | 127] + (0..<8).reversed().map { UInt8(payload.count >> ($0 * 8) & 255) }
        }
        let mask: [UInt8] = [1, 2, 3, 4]
        if isMasked { bytes += mask + payload.enumerated().map { $1 ^ mask[$0 & 3] } } else { bytes += payload }
        try await send(bytes)
    }

    func frame() async throws -> (opcode: UInt8, payload: [UInt8]) {
        let head = try await socket.read(bytes: 2)
        var length = Int(head[1])
        if length == 126 { length = try await socket.read(bytes: 2).reduce(0) { $0 << 8 | Int($1) } }
        if length == 127 { length = try await socket.read(bytes: 8).reduce(0) { $0 << 8 | Int($1) } }
        return (head[0] & 15, try await socket.read(bytes: length))
    }

    func push() async throws -> PushFrame {
        let (opcode, payload) = try await frame()
        try #require(opcode == 1, "expected a text frame, got opcode \(opcode) \(payload)")
        return try FeedCoder.decodePushFrame(payload)
    }

    /// Skips other frames until a close frame, and returns its code.
    func closeCode() async throws -> UInt16 {
        while true {
            let (opcode, payload) = try await frame()
            if opcode == 8 { return UInt16(payload[0]) << 8 | UInt16(payload[1]) }
        }
    }

    func isClosedByPeer() async -> Bool {
        do { while true { _ = try await socket.read() } } catch { return true }
    }
}

extension TestServer {
    /// Starts the server, runs the body with its port, and stops the server.
    func listening<Result>(_ body: (UInt16) async throws -> Result) async throws -> Result {
        let port = try await server.start(listen: .ephemeralLoopback)
        do {
            let result = try await body(port)
            await server.stop(within: .seconds(2))
            return result
        } catch {
            await server.stop(within: .seconds(1))
            throw error
        }
    }
}
