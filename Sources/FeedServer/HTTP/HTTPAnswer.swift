import Basics
import Cards
import FeedAPI
import FeedStorage

/// An answer before encoding.
struct HTTPAnswer: Sendable {
    var status: Int
    var headers: [String: String] = [:]
    var body: [UInt8] = []
    /// Follows the body: this many bytes of a file, which the sender of the answer closes.
    var file: (content: any FileContent, size: Int)?

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
        if let seconds = problem.retryAfter { headers[FeedHeader.retryAfter] = String(seconds) }
    }

    /// Lines of JSON, each with its end.
    init(lines: [[UInt8]]) {
        self.init(
            headers: [FeedHeader.contentType: FeedHeader.jsonLines],
            body: Array(lines.map { $0 + [UInt8(ascii: "\n")] }.joined()))
    }

    /// A file as an attachment rather than for display, because its name and content are untrusted.
    init(_ upload: UploadReceipt, content: any FileContent) {
        self.init(headers: [
            FeedHeader.contentType: upload.format.mediaType,
            FeedHeader.contentDisposition: "attachment; filename*=UTF-8''\(PercentCoding.encode(upload.filename))",
            "X-Content-Type-Options": "nosniff",
        ])
        self.file = (content, upload.size)
    }

    /// Head and body together, so that they fit into one segment if possible.
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
