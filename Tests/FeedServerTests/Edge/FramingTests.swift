import FeedAPI
import FeedServer
import Foundation
import Testing

/// Requests that two parsers could interpret differently (RFC 9112, 11.2) are refused, and the connection is closed.
@Suite struct FramingTests {
    private static let json = #"{"stream":"ops","users":["ana"],"card":{"content":[{"type":"text","text":"x"}]}}"#
    private static let size = String(json.utf8.count, radix: 16)

    private static let badHeads = [
        "GET /v1/health HTTP/1.1\nHost: h\n\n",
        "GET /v1/health HTTP/1.1\r\nHost: h\n\r\n",
        "GET /v1/health HTTP/1.1\nHost: h\r\n\r\n",
        "GET /v1/health HTTP/1.1\r\nHost: h\r\n\n",
        "\nGET /v1/health HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /v1/health HTTP/1.1\r\n\r\n",
        "GET /v1/health HTTP/1.1\r\nX: y\r\n\r\n",
        "GET /v1/health HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n",
        "GET /v1/health HTTP/1.1\r\nHost: a b\r\n\r\n",
        "GET /v1/health HTTP/1.1\r\nHost: a/b\r\n\r\n",
        "GET /v1/health HTTP/1.1\r\nHost: u@a\r\n\r\n",
        "GET /v1/health HTTP/1.1\r\nHost : h\r\n\r\n",
        "GET /v1/health HTTP/1.1\r\nHost: h\r\nX : y\r\n\r\n",
        "GET /v1/health HTTP/1.1\r\nHost: h\r\n: y\r\n\r\n",
        "GET /v1/health HTTP/1.1\r\nHost: h\r\nX\r\n\r\n",
        "GET /v1/health HTTP/1.1\r\nHost: h\r\nX: a\r\n folded\r\n\r\n",
        "GET /v1/health HTTP/1.1\r\nHost: h\r\n folded: y\r\n\r\n",
        "GET /v1/health HTTP/1.1\r\n Host: h\r\n\r\n",
        "GET /v1/health HTTP/1.1\r\nHost: h\r\nX: a\rb\r\n\r\n",
        "GET /v1/health HTTP/1.1\r\nHost: h\r\nX: a\u{0}b\r\n\r\n",
        "GET /v1/health HTTP/1.1\r\nHost: h\r\nX: a\u{7F}\r\n\r\n",
        "GET /v1/health HTTP/1.1\r\nHost: h\r\nX(y): a\r\n\r\n",
        "GET /v1/health\u{1} HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /v1/heälth HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET  /v1/health HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /v1/health HTTP/1.1 \r\nHost: h\r\n\r\n",
        "GET\t/v1/health HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /v1/health http/1.1\r\nHost: h\r\n\r\n",
        "GET /v1/health HTTP/1.10\r\nHost: h\r\n\r\n",
        "GET /v1/health\r\nHost: h\r\n\r\n",
        "GET /v1/health HTTP/1.1\r\nHost: h\r\nAuthorization: a\r\nAuthorization: a\r\n\r\n",
        "GET /v1/health HTTP/1.1\r\nHost: h\r\nCardstream-Key: a\r\ncardstream-key: b\r\n\r\n",
        "GET /v1/health HTTP/1.1\r\nHost: h\r\nCardstream-Environment: a\r\nCardstream-Environment: b\r\n\r\n",
    ]

    @Test(arguments: badHeads)
    func `a head that is not strictly HTTP is refused`(head: String) async throws { try await expectRefusal(of: head) }

    /// Lengths and codings of a body, each after a valid head of a publication.
    private static let badFramings: [(headers: String, body: String)] = [
        ("Content-Length: +5\r\n", "hello"), ("Content-Length: -0\r\n", ""), ("Content-Length: 1 0\r\n", "0123456789"),
        ("Content-Length: 5, 5\r\n", "hello"), ("Content-Length: 5\r\nContent-Length: 5\r\n", "hello"),
        ("Content-Length: 5\r\nContent-Length: 6\r\n", "hello!"), ("Content-Length:\r\n", ""),
        ("Content-Length: 0x5\r\n", "hello"), ("Content-Length: ５\r\n", "hello"),
        ("Content-Length: 99999999999999999999\r\n", ""),
        ("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", "0\r\n\r\n"),
        ("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"),
        ("Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n"), ("Transfer-Encoding: chunked, chunked\r\n", "0\r\n\r\n"),
        ("Transfer-Encoding: xchunked\r\n", "0\r\n\r\n"), ("Transfer-Encoding: identity\r\n", ""),
        ("Transfer-Encoding:\r\n", ""), ("Transfer-Encoding : chunked\r\n", "0\r\n\r\n"),
        ("Transfer-Encoding:\u{B}chunked\r\n", "0\r\n\r\n"),
    ]

    @Test(arguments: badFramings)
    func `a body whose length is in doubt is refused`(headers: String, body: String) async throws {
        let test = try await TestServer()
        try await expectRefusal(of: Self.publish(test, headers) + body, by: test)
    }

    private static let badChunks = [
        "+\(size)\r\n\(json)\r\n0\r\n\r\n", "\(size)\r\n\(json)\r\n-0\r\n\r\n", "\(size)\r\n\(json)\r\n+0\r\n\r\n",
        "\(size.prefix(1)) \(size.dropFirst(1))\r\n\(json)\r\n0\r\n\r\n", " \(size)\r\n\(json)\r\n0\r\n\r\n",
        "\(size) \r\n\(json)\r\n0\r\n\r\n", "0x\(size)\r\n\(json)\r\n0\r\n\r\n", "\r\n\(json)\r\n0\r\n\r\n",
        "\(size)\n\(json)\r\n0\r\n\r\n", "\(size)\r\n\(json)\n0\r\n\r\n", "\(size)\r\n\(json)\r\n0\n\r\n",
        "\(size)\r\n\(json)\r\n0\r\n\n", "\(size);a\nb\r\n\(json)\r\n0\r\n\r\n",
        "\(size);a\rb\r\n\(json)\r\n0\r\n\r\n", "\(size);a\u{0}\r\n\(json)\r\n0\r\n\r\n",
        "\(size)\r\n\(json)XX0\r\n\r\n", "\(size)\r\n\(json)\r\n0\r\nTrailer\r\n\r\n",
        "\(size)\r\n\(json)\r\n0\r\nA: b\r\n folded\r\n\r\n", "100000000\r\n",
    ]

    @Test(arguments: badChunks)
    func `a chunk that is not strictly framed is refused`(body: String) async throws {
        let test = try await TestServer()
        try await expectRefusal(of: Self.publish(test, "Transfer-Encoding: chunked\r\n") + body, by: test)
    }

    @Test func `chunks are not for HTTP 1.0`() async throws {
        let test = try await TestServer()
        let head = Self.publish(test, "Transfer-Encoding: chunked\r\n").replacing("HTTP/1.1", with: "HTTP/1.0")
        try await expectRefusal(of: head + "\(Self.size)\r\n\(Self.json)\r\n0\r\n\r\n", by: test)
    }

    @Test(arguments: [
        "GET /v1/health HTTP/1.1\r\nHost:\r\n\r\n", "GET /v1/health HTTP/1.0\r\n\r\n",
        "\r\nGET /v1/health HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /v1/health HTTP/1.1\r\nhOsT:\t[::1]:8787 \t\r\nX:\r\nY: ä: b\r\n\r\n",
        "GET /v1/health HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n",
    ])
    func `unusual but unambiguous requests get a response`(head: String) async throws {
        let test = try await TestServer()
        try await test.listening { port in
            let client = try await RawClient(port: port)
            try await client.send(head)
            #expect(try await client.answer().status == 200)
        }
    }

    @Test(arguments: [
        "\(size)\r\n\(json)\r\n0\r\n\r\n", "\(size.uppercased())\r\n\(json)\r\n00\r\n\r\n",
        "0\(size);name=value\r\n\(json)\r\n0;x=\"y z\"\r\nTrailer: dropped\r\n\r\n",
        "\(size) ;x\r\n\(json)\r\n0\r\n\r\n",
    ])
    func `chunks by the standard are read`(body: String) async throws {
        let test = try await TestServer()
        try await test.listening { port in
            let client = try await RawClient(port: port)
            try await client.send(Self.publish(test, "Transfer-Encoding: chunked\r\n") + body)
            #expect(try await client.answer().status == 201)
        }
    }

    @Test func `an upgrade is not for HTTP 1.0`() async throws {
        let test = try await TestServer()
        let credentials = try await test.viewer()
        try await test.listening { port in
            let client = try await RawClient(port: port)
            var head = "GET /v1/socket HTTP/1.0\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            head += "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            for (name, value) in credentials.headers { head += "\(name): \(value)\r\n" }
            try await client.send(head + "\r\n")
            #expect(try await client.answer().status == 426)
        }
    }

    private static func publish(_ test: TestServer, _ headers: String) -> String {
        let credentials = test.keys.publisherCredentials.headers.map { "\($0.name): \($0.value)\r\n" }.joined()
        return "POST /v1/cards HTTP/1.1\r\nHost: h\r\n\(credentials)\(headers)\r\n"
    }

    /// Sends the request and a second one after it: the first is refused, and the second never gets a response.
    private func expectRefusal(
        of request: String, by given: TestServer? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let test = if let given { given } else { try await TestServer() }
        try await test.listening { port in
            let client = try await RawClient(port: port)
            try await client.send(request + "GET /v1/health HTTP/1.1\r\nHost: h\r\n\r\n")
            let answer = try await client.answer()
            #expect(answer.status == 400, sourceLocation: sourceLocation)
            #expect(answer.problem?.type == .malformedRequest, sourceLocation: sourceLocation)
            #expect(answer.headers["connection"] == "close", sourceLocation: sourceLocation)
            #expect(await client.isClosedByPeer(), sourceLocation: sourceLocation)
            #expect(try await test.ids().isEmpty, sourceLocation: sourceLocation)
            // Otherwise the server waits for the client to close, so that its response is not lost.
            try client.close()
        }
    }
}
