import Basics

/// The client's part of the opening handshake (RFC 6455, 4.1), without I/O.
///
/// libcurl only transfers the bytes, because its own WebSocket handshake accepts a wrong `Sec-WebSocket-Accept` and
/// unrequested extensions. Neither extensions nor subprotocols are offered; permessage-deflate would allow
/// decompression bombs.
struct WebSocketHandshake: Sendable {
    enum Outcome: Hashable, Sendable {
        case needsMore
        /// The connection is open; `rest` is the start of the first frames.
        case opened(rest: [UInt8])
        case refused(HTTPResponse)
        case failed(Failure)
    }

    enum Failure: Hashable, Sendable {
        case notHTTP(String)
        case protocolViolation(String)
    }

    /// The maximum size of the body of a refusal, in bytes; enough for a problem document.
    static let maxRefusalBytes = 64 << 10
    private static let guid = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
    /// Headers that the handshake itself sets.
    private static let reserved: Set<String> = [
        "host", "upgrade", "connection", "sec-websocket-key", "sec-websocket-version", "sec-websocket-extensions",
        "sec-websocket-protocol", "content-length", "transfer-encoding",
    ]

    /// The upgrade request.
    let request: [UInt8]
    private let expectedAccept: String
    private let maxHeadBytes: Int
    private var buffer: [UInt8] = []
    /// The offset at which the search for the empty line continues.
    private var searched = 0
    /// The size of all heads so far, including interim responses.
    private var headBytes = 0
    /// The refusal whose body is being read.
    private var refusal: HTTPResponse?
    private var refusalLength = 0

    /// - Parameter nonce: 16 random bytes, new for each connection.
    /// - Throws: ``TransportError/badRequest(_:)`` for an invalid header.
    init(
        url: ServerURL, headers: [HTTPHeader], nonce: [UInt8], maxHeadBytes: Int
    ) throws(TransportError) {
        try Self.check(headers)
        let key = Base64.text(nonce)
        expectedAccept = Self.accept(for: key)
        self.maxHeadBytes = maxHeadBytes
        let all =
            [
                HTTPHeader("Host", url.authority), HTTPHeader("Upgrade", "websocket"),
                HTTPHeader("Connection", "Upgrade"), HTTPHeader("Sec-WebSocket-Key", key),
                HTTPHeader("Sec-WebSocket-Version", "13"),
            ] + headers
        let lines = ["GET \(url.target) HTTP/1.1"] + all.map { "\($0.name): \($0.value)" } + ["", ""]
        request = Array(lines.joined(separator: "\r\n").utf8)
    }

    /// - Throws: ``TransportError/badRequest(_:)`` for a header that is invalid, or that the handshake itself sets.
    static func check(_ headers: [HTTPHeader]) throws(TransportError) {
        for header in headers where !header.isSendable || reserved.contains(header.name.lowercased()) {
            throw .badRequest("the header \(header.name) cannot be sent with a WebSocket request")
        }
    }

    /// The expected value of `Sec-WebSocket-Accept` for `key`.
    static func accept(for key: String) -> String { Base64.text(SHA1.hash(Array((key + guid).utf8))) }

    mutating func receive(_ bytes: UnsafeRawBufferPointer) -> Outcome {
        buffer.append(contentsOf: bytes)
        while refusal == nil {
            guard let end = endOfHead() else {
                let isTooLong = headBytes + buffer.count > maxHeadBytes
                return isTooLong
                    ? .failed(.notHTTP("the response's headers are longer than \(maxHeadBytes) bytes")) : .needsMore
            }
            headBytes += end + 4
            guard headBytes <= maxHeadBytes else {
                return .failed(.notHTTP("the response's headers are longer than \(maxHeadBytes) bytes"))
            }
            guard let response = HTTPHead.parse(buffer[..<end]) else {
                return .failed(.notHTTP("the response to the upgrade request is not HTTP/1.1"))
            }
            let isHTTP10 = buffer.starts(with: "HTTP/1.0".utf8)
            buffer.removeFirst(end + 4)
            searched = 0
            switch response.status {
            case 101 where isHTTP10:
                return .failed(.protocolViolation("the response is HTTP/1.0, which cannot switch protocols"))
            case 101:
                let problem = Self.problem(response, expectedAccept: expectedAccept)
                return problem.map { .failed(.protocolViolation($0)) } ?? .opened(rest: buffer)
            case 100..<200: continue
            default:
                refusal = response
                refusalLength = min(response["content-length"].flatMap { Int($0) } ?? 0, Self.maxRefusalBytes)
            }
        }
        guard var response = refusal, buffer.count >= refusalLength else { return .needsMore }
        response.body = Array(buffer.prefix(max(refusalLength, 0)))
        return .refused(response)
    }

    /// The refusal when the connection ends or the time limit is reached, even if its body is incomplete.
    var refusalSoFar: HTTPResponse? {
        guard var response = refusal else { return nil }
        response.body = Array(buffer.prefix(Self.maxRefusalBytes))
        return response
    }

    private mutating func endOfHead() -> Int? {
        let mark: [UInt8] = [13, 10, 13, 10]
        guard buffer.count >= 4 else { return nil }
        for index in searched...(buffer.count - 4)
        where buffer[index] == 13 && buffer[index..<index + 4].elementsEqual(mark) {
            return index
        }
        searched = buffer.count - 3
        return nil
    }

    /// The reason why a 101 response is not valid; nil if it is valid.
    private static func problem(_ response: HTTPResponse, expectedAccept: String) -> String? {
        if !tokens(response, "upgrade").contains("websocket") { return "the response does not upgrade to websocket" }
        if !tokens(response, "connection").contains("upgrade") {
            return "the response's Connection header is not Upgrade"
        }
        if response.values(of: "sec-websocket-accept") != [expectedAccept] {
            return "Sec-WebSocket-Accept is missing or does not match Sec-WebSocket-Key"
        }
        if response["sec-websocket-extensions"] != nil { return "the server uses an extension that was not offered" }
        if response["sec-websocket-protocol"] != nil { return "the server uses a subprotocol that was not offered" }
        return nil
    }

    /// The comma-separated tokens of a header, in lower case.
    private static func tokens(_ response: HTTPResponse, _ name: String) -> [String] {
        response.values(of: name).flatMap { $0.split(separator: ",") }.map { HTTPHead.trimmed($0).lowercased() }
    }
}
