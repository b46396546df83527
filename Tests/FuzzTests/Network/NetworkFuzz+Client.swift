@testable import CurlTransport

/// Input from a server on a viewer's WebSocket.
extension NetworkFuzz {
    private static let limits = WebSocketLimits(maxFrameBytes: 600, maxMessageBytes: 1000, maxFragments: 5)

    /// Frames mean the same regardless of how the network splits them, and stay within the limits.
    static let clientFrames = FuzzTarget(
        name: "websocket-client",
        seeds: [
            [0x81, 2, 0x68, 0x69], [0x01, 1, 0xC3, 0x89, 0, 0x80, 1, 0xA9], [0x8A, 1, 0x61, 0x82, 126, 0, 126],
            [0x88, 7, 3, 0xE8, 0x62, 0x79, 0x65, 0x21, 0x21],
        ]
    ) { input in
        var input = input
        let pieces = input.pieces()
        let whole = events([input.bytes[...]])
        try requireEqual(whole, events(pieces), "whole and in pieces")
        for event in whole {
            switch event {
            case .message(let message):
                try require(message.bytes.count <= limits.maxMessageBytes, "a message of \(message.bytes.count) bytes")
                let isText = message.kind == .binary || String(validating: message.bytes, as: UTF8.self) != nil
                try require(isText, "a text that is not UTF-8")
            case .ping(let payload), .pong(let payload):
                try require(payload.count <= 125, "a control frame of \(payload.count) bytes")
            case .close(let code, _): try require(code == CloseCode.none || CloseCode.isValid(code), "code \(code)")
            case .failed(let code, _): try require(CloseCode.isValid(code), "code \(code)")
            }
        }
        for event in whole.dropLast() {
            switch event {
            case .close, .failed: throw PropertyViolation(description: "\(event) is not the last event")
            default: break
            }
        }
    }

    private static func events(_ pieces: [ArraySlice<UInt8>]) -> [WebSocketCodec.Event] {
        var codec = WebSocketCodec(limits: limits)
        var events: [WebSocketCodec.Event] = []
        for piece in pieces { piece.withUnsafeBytes { codec.receive($0, into: &events) } }
        return events
    }

    private static let accept = WebSocketHandshake.accept(for: "AAAAAAAAAAAAAAAAAAAAAA==")

    /// A response to the upgrade means the same regardless of how the network splits it, and no invalid one opens a
    /// connection.
    static let clientHandshake = FuzzTarget(
        name: "websocket-handshake",
        seeds: [
            """
            HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r
            Sec-WebSocket-Accept: \(accept)\r\n\r\nrest
            """,
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 401 No\r\nContent-Length: 4\r\n\r\nbody",
            "HTTP/1.1 503 Later\r\nRetry-After: Sun, 06 Nov 1994 08:49:37 GMT\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n",
        ].map { Array($0.utf8) },
        words: ["\r\n", "\r\n\r\n", "Content-Length: ", "Sec-WebSocket-Extensions: ", "HTTP/1.0 ", ": ", accept]
    ) { input in
        var input = input
        let pieces = input.pieces()
        let whole = try outcome([input.bytes[...]])
        try requireEqual(whole, try outcome(pieces), "whole and in pieces")
        switch whole {
        case .opened(let rest):
            try require(input.text.contains(accept), "opened without the hash")
            try require(input.bytes.suffix(rest.count) == rest[...], "the rest is not the end of what arrived")
        case .refused(let response):
            for header in response.headers { try require(header.isSendable, "the header \(header)") }
            if let text = response["retry-after"] {
                let seconds = RetryAfter.seconds(text, serverDate: response["date"])
                try require(seconds.map { (0...RetryAfter.maximum).contains($0) } ?? true, "a pause of \(seconds ?? 0)")
            }
        case .needsMore, .failed: break
        }
    }

    /// The outcome, including the bytes that arrived after it.
    private static func outcome(_ pieces: [ArraySlice<UInt8>]) throws -> WebSocketHandshake.Outcome {
        guard let url = ServerURL("https://cards.example.com/v1/socket") else {
            throw PropertyViolation(description: "no address")
        }
        var handshake = try WebSocketHandshake(
            url: url, headers: [], nonce: [UInt8](repeating: 0, count: 16), maxHeadBytes: 1000)
        for (index, piece) in pieces.enumerated() {
            switch piece.withUnsafeBytes({ handshake.receive($0) }) {
            case .needsMore: continue
            case .opened(let rest): return .opened(rest: rest + pieces[(index + 1)...].joined())
            case let outcome: return outcome
            }
        }
        return .needsMore
    }
}
