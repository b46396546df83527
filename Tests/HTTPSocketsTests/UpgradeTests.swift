import Testing

@testable import HTTPSockets

struct UpgradeTests {
    private static let lines = [
        "GET /v1/socket HTTP/1.1", "Host: a", "Connection: keep-alive, Upgrade", "Upgrade: WebSocket",
        "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]

    private func handshake(_ lines: [String]) throws -> WebSocketHandshake? {
        WebSocketHandshake(try HTTPHead(Array(lines.joined(separator: "\r\n").utf8)))
    }

    /// The example of RFC 6455, 1.3.
    @Test func `a valid upgrade request gets the hash of its key`() throws {
        let handshake = try #require(try handshake(Self.lines))
        #expect(handshake.accept == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        let answer = String(decoding: handshake.responseHead.encoded(closing: false), as: UTF8.self)
        #expect(answer.hasPrefix("HTTP/1.1 101 "))
        #expect(answer.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"))
    }

    @Test(arguments: [
        (0, "POST /v1/socket HTTP/1.1"), (0, "GET /v1/socket HTTP/1.0"), (2, "Connection: close"),
        (2, "Connection: upgraded"), (3, "Upgrade: h2c"), (4, "Sec-WebSocket-Version: 8"),
        (4, "Sec-WebSocket-Version: 13, 8"), (5, "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25j"),
        (5, "Sec-WebSocket-Key: not base64 of 16 bytes!!"), (5, "Sec-WebSocket-Key: "),
    ])
    func `any other request is not an upgrade`(index: Int, line: String) throws {
        var lines = Self.lines
        lines[index] = line
        #expect(try handshake(lines) == nil)
    }

    @Test(arguments: 2..<6) func `every header is needed`(index: Int) throws {
        var lines = Self.lines
        lines.remove(at: index)
        #expect(try handshake(lines) == nil)
    }
}
