import Testing

@testable import CurlTransport

@Suite struct WebSocketHandshakeTests {
    /// The nonce of RFC 6455 1.3, whose response is known.
    private static let nonce = Array("the sample nonce".utf8)
    private static let accept = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="

    private static func make(_ headers: [HTTPHeader] = [], maxHeadBytes: Int = 4096) throws -> WebSocketHandshake {
        let url = try #require(ServerURL("ws://Example.com:8080/v1/socket?x=1"))
        return try WebSocketHandshake(url: url, headers: headers, nonce: nonce, maxHeadBytes: maxHeadBytes)
    }

    private static func answer(_ lines: [String]) -> String { (lines + ["", ""]).joined(separator: "\r\n") }

    private static let good = [
        "HTTP/1.1 101 Switching Protocols", "upgrade: WebSocket", "Connection: keep-alive, Upgrade",
        "Sec-WebSocket-Accept: \(accept)",
    ]

    private static func receive(_ text: String, _ handshake: inout WebSocketHandshake) -> WebSocketHandshake.Outcome {
        Array(text.utf8).withUnsafeBytes { handshake.receive($0) }
    }

    @Test func `the request is the one of the RFC`() throws {
        let handshake = try Self.make([HTTPHeader("Authorization", "Bearer t")])
        #expect(
            String(decoding: handshake.request, as: UTF8.self) == """
                GET /v1/socket?x=1 HTTP/1.1\r
                Host: example.com:8080\r
                Upgrade: websocket\r
                Connection: Upgrade\r
                Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
                Sec-WebSocket-Version: 13\r
                Authorization: Bearer t\r
                \r

                """)
    }

    @Test func `a valid response opens the connection at every fragmentation, and the first frame after it is kept`()
        throws
    {
        let bytes = Array((Self.answer(["HTTP/1.1 103 Early Hints", "Link: </x>"]) + Self.answer(Self.good)).utf8)
        for cut in 0...bytes.count {
            var handshake = try Self.make()
            let first = Array(bytes[..<cut]).withUnsafeBytes { handshake.receive($0) }
            let outcome =
                first == .needsMore ? (bytes[cut...] + [0x81, 0]).withUnsafeBytes { handshake.receive($0) } : first
            #expect(outcome == .opened(rest: cut == bytes.count ? [] : [0x81, 0]), "cut at \(cut)")
        }
    }

    @Test(arguments: [
        ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade"],
        ["HTTP/1.1 101 x", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Accept: c3BhbQ=="],
        ["HTTP/1.1 101 x", "Connection: Upgrade", "Sec-WebSocket-Accept: \(accept)"],
        ["HTTP/1.1 101 x", "Upgrade: websocket", "Sec-WebSocket-Accept: \(accept)"],
        ["HTTP/1.1 101 x", "Upgrade: h2c", "Connection: Upgrade", "Sec-WebSocket-Accept: \(accept)"],
        ["HTTP/1.1 101 x", "Upgrade: websocket", "Connection: close", "Sec-WebSocket-Accept: \(accept)"],
        good + ["Sec-WebSocket-Accept: \(accept)"],
        good + ["Sec-WebSocket-Extensions: permessage-deflate"],
        good + ["Sec-WebSocket-Extensions:"],
        good + ["Sec-WebSocket-Protocol: chat"],
        ["HTTP/1.0 101 Switching Protocols"] + good.dropFirst(),
    ])
    func `a response that violates the protocol is refused`(lines: [String]) throws {
        var handshake = try Self.make()
        guard case .failed(.protocolViolation) = Self.receive(Self.answer(lines), &handshake) else {
            Issue.record("accepted \(lines)")
            return
        }
    }

    @Test(arguments: [
        "HTTP/2 101 x\r\n\r\n", "HTTP/1. 101 x\r\n\r\n", "HTTP/1.1x 101 x\r\n\r\n", "HTTP/1.10 101 x\r\n\r\n",
        "HTTP/1.1 +11 x\r\n\r\n", "HTTP/1.1 101x\r\n\r\n", "HTTP/1.1 101 x\r\n A: b\r\n\r\n", "SSH-2.0-OpenSSH\r\n\r\n",
        "HTTP/1.1 1O1 x\r\n\r\n",
        "HTTP/1.1 101 x\r\nno colon\r\n\r\n",
        "HTTP/1.1 101 x\r\nA : b\r\n\r\n", "HTTP/1.1 101 x\r\nA: b\r\n folded\r\n\r\n",
        "HTTP/1.1 101 x\r\nA: \u{1}\r\n\r\n",
        "HTTP/1.1 101 x\r\nA: b\nB: c\r\n\r\n", "HTTP/1.1 99 x\r\n\r\n",
    ])
    func `a response that is not HTTP is refused`(text: String) throws {
        var handshake = try Self.make()
        guard case .failed(.notHTTP) = Self.receive(text, &handshake) else {
            Issue.record("accepted \(text)")
            return
        }
    }

    @Test func `headers without end are cut off`() throws {
        var handshake = try Self.make()
        var outcome = Self.receive("HTTP/1.1 101 x\r\n", &handshake)
        var sent = 0
        while outcome == .needsMore, sent < 10_000 {
            outcome = Self.receive("X: \(String(repeating: "a", count: 100))\r\n", &handshake)
            sent += 105
        }
        #expect(outcome == .failed(.notHTTP("the response's headers are longer than 4096 bytes")))
    }

    @Test func `interim answers without end are cut off`() throws {
        var handshake = try Self.make()
        var outcome = WebSocketHandshake.Outcome.needsMore
        var count = 0
        while outcome == .needsMore, count < 1000 {
            outcome = Self.receive("HTTP/1.1 100 Continue\r\n\r\n", &handshake)
            count += 1
        }
        #expect(outcome == .failed(.notHTTP("the response's headers are longer than 4096 bytes")))
    }

    @Test func `a refusal carries status, headers and body`() throws {
        var handshake = try Self.make()
        let head = "HTTP/1.1 429 Slow down\r\nRetry-After: 7\r\nContent-Length: 5\r\n\r\n"
        #expect(Self.receive(head + "he", &handshake) == .needsMore)
        #expect(handshake.refusalSoFar?.body == Array("he".utf8))
        guard case .refused(let response) = Self.receive("llo", &handshake) else {
            Issue.record("not refused")
            return
        }
        #expect(response.status == 429)
        #expect(response["retry-after"] == "7")
        #expect(response.body == Array("hello".utf8))
    }

    @Test(arguments: [
        HTTPHeader("Authorization", "Bearer a\r\nX: y"), HTTPHeader("A b", "c"), HTTPHeader("Host", "evil"),
        HTTPHeader("Sec-WebSocket-Extensions", "permessage-deflate"), HTTPHeader("", "x"),
    ])
    func `a header that would break the request is refused`(header: HTTPHeader) {
        #expect(throws: TransportError.self) { try Self.make([header]) }
    }

    @Test(arguments: [
        ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"), ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "84983e441c3bd26ebaae4aa1f95129e5e54670f1"),
    ])
    func `SHA-1 gives the published digests`(message: String, digest: String) {
        let hex = SHA1.hash(Array(message.utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        #expect(hex.joined() == digest)
    }
}
