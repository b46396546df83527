import Cards
import FeedAPI

/// The head of a request. Header names are in lower case.
struct HTTPHead: Hashable, Sendable {
    var method: String
    var target: String
    var isHTTP11: Bool
    var headers: [(name: String, value: String)]

    static func == (left: HTTPHead, right: HTTPHead) -> Bool {
        left.method == right.method && left.target == right.target && left.isHTTP11 == right.isHTTP11
            && left.headers.elementsEqual(right.headers, by: ==)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(method)
        hasher.combine(target)
    }

    /// The first header of a name, in any case.
    subscript(name: String) -> String? {
        let name = name.lowercased()
        return headers.first { $0.name == name }?.value
    }

    var keepsAlive: Bool {
        let tokens = (self["connection"] ?? "").lowercased()
        return isHTTP11 ? !tokens.contains("close") : tokens.contains("keep-alive")
    }

    /// Reads a head without its empty last line. Strict where leniency lets requests be smuggled: no folded lines, no
    /// space before a colon, no bare carriage return, no repeated length.
    ///
    /// - Throws: a ``Problem`` of type `malformed-request`.
    init(_ bytes: some Collection<UInt8>) throws(Problem) {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw Self.malformed("is not UTF-8") }
        var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            String(Substring(line.last == "\r" ? line.dropLast() : line))
        }
        let request = lines.removeFirst().split(separator: " ", omittingEmptySubsequences: false)
        guard request.count == 3, request[1].hasPrefix("/"), request[2] == "HTTP/1.1" || request[2] == "HTTP/1.0",
            !request[0].isEmpty, request[0].utf8.allSatisfy({ (0x41...0x5A).contains($0) })
        else { throw Self.malformed("has no request line of HTTP/1.1") }
        method = String(request[0])
        target = String(request[1])
        isHTTP11 = request[2] == "HTTP/1.1"
        headers = []
        for line in lines {
            guard let colon = line.firstIndex(of: ":"), colon != line.startIndex,
                line[..<colon].utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
                line.utf8.allSatisfy({ $0 >= 0x20 || $0 == 0x09 })
            else { throw Self.malformed("has a header line that is none") }
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            let end = value.lastIndex { $0 != " " && $0 != "\t" }
            headers.append((line[..<colon].lowercased(), end.map { String(value[...$0]) } ?? ""))
        }
        for name in ["content-length", "transfer-encoding", "host"] where headers.count(where: { $0.name == name }) > 1
        {
            throw Self.malformed("repeats a header that may stand only once")
        }
    }

    private static func malformed(_ what: String) -> Problem {
        Problem(.malformedRequest, detail: "The request's head \(what).")
    }

    /// How the body is framed.
    enum Framing: Hashable, Sendable {
        case length(Int)
        case chunked
    }

    func framing() throws(Problem) -> Framing {
        if let coding = self["transfer-encoding"] {
            guard coding.lowercased() == "chunked", self["content-length"] == nil else {
                throw Self.malformed("frames its body in a way that is not understood")
            }
            return .chunked
        }
        guard let text = self["content-length"] else { return .length(0) }
        guard let length = Int(text), length >= 0, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw Self.malformed("has a Content-Length that is no number")
        }
        return .length(length)
    }
}

/// An answer before it is bytes.
struct HTTPAnswer: Sendable {
    var status: Int
    var headers: [String: String] = [:]
    var body: [UInt8] = []
    /// What follows the body: so many bytes of an open file, which whoever sends the answer closes.
    var file: (descriptor: Int32, size: Int)?

    init(status: Int = 200, headers: [String: String] = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
        if !body.isEmpty, headers[FeedHeader.contentType] == nil {
            self.headers[FeedHeader.contentType] = FeedHeader.json
        }
    }

    init(_ problem: Problem) {
        self.init(
            status: problem.status, headers: [FeedHeader.contentType: FeedHeader.problem],
            body: FeedCoder.encode(problem))
        switch problem.type {
        case .methodNotAllowed: headers[FeedHeader.allow] = problem.expected
        case .unauthenticated, .tokenExpired: headers["WWW-Authenticate"] = "Bearer"
        case .shuttingDown, .tooManyConnections, .tooManyRequests, .storageFull: headers[FeedHeader.retryAfter] = "5"
        default: break
        }
    }

    /// Lines of JSON, each with its end.
    init(lines: [[UInt8]]) {
        self.init(
            headers: [FeedHeader.contentType: FeedHeader.jsonLines],
            body: Array(lines.map { $0 + [UInt8(ascii: "\n")] }.joined()))
    }

    /// A file to be kept, not shown: its name and content are a stranger's.
    init(_ upload: UploadReceipt, file: Int32) {
        self.init(headers: [
            FeedHeader.contentType: upload.format.mediaType,
            FeedHeader.contentDisposition: "attachment; filename*=UTF-8''\(PercentCoding.encode(upload.filename))",
            "X-Content-Type-Options": "nosniff",
        ])
        self.file = (file, upload.size)
    }

    /// Head and body in one piece, so that they leave in one segment where they fit.
    func encoded(closing: Bool) -> [UInt8] {
        var head = "HTTP/1.1 \(status) \(Self.phrase(status))\r\n"
        for (name, value) in headers.sorted(by: { $0.key < $1.key }) { head += "\(name): \(value)\r\n" }
        if status != 101, status != 304, status != 204 {
            head += "Content-Length: \(body.count + (file?.size ?? 0))\r\n"
        }
        if closing, status != 101 { head += "Connection: close\r\n" }
        return Array(head.utf8) + Array("Cache-Control: no-store\r\n\r\n".utf8) + body
    }

    private static func phrase(_ status: Int) -> String {
        switch status {
        case 101: "Switching Protocols"
        case 200: "OK"
        case 201: "Created"
        case 204: "No Content"
        case 304: "Not Modified"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 408: "Request Timeout"
        case 409: "Conflict"
        case 410: "Gone"
        case 413: "Content Too Large"
        case 415: "Unsupported Media Type"
        case 422: "Unprocessable Content"
        case 426: "Upgrade Required"
        case 429: "Too Many Requests"
        case 503: "Service Unavailable"
        case 507: "Insufficient Storage"
        default: status < 500 ? "Error" : "Internal Server Error"
        }
    }
}
