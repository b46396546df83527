import Basics
import Cards
import FeedAPI
import FeedStorage
import HTTPSockets

/// A response before it is encoded.
struct ServerResponse: Sendable {
    var status: Int
    var headers: [String: String] = [:]
    var body: [UInt8] = []
    /// A file whose first `size` bytes follow the body. The sender of the response closes it.
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
            body: FeedCoder.encode(problem, instance: RequestID.current.map(RequestID.urn)))
        switch problem.type {
        case .methodNotAllowed: headers[FeedHeader.allow] = problem.expected
        case .unauthenticated, .tokenExpired: headers["WWW-Authenticate"] = "Bearer"
        case .shuttingDown, .notReady, .tooManyConnections, .tooManyRequests, .storageFull:
            headers[FeedHeader.retryAfter] = "5"
        default: break
        }
        if let seconds = problem.retryAfter { headers[FeedHeader.retryAfter] = String(seconds) }
    }

    /// A response with lines of JSON. Appends a line feed to each line.
    init(lines: [[UInt8]]) {
        self.init(
            headers: [FeedHeader.contentType: FeedHeader.jsonLines],
            body: Array(lines.map { $0 + [UInt8(ascii: "\n")] }.joined()))
    }

    /// A response with a file, as an attachment rather than for display, because its name and content are untrusted.
    init(_ upload: UploadReceipt, content: any FileContent) {
        self.init(headers: [
            FeedHeader.contentType: upload.format.mediaType,
            FeedHeader.contentDisposition: "attachment; filename*=UTF-8''\(PercentCoding.encode(upload.filename))",
            "X-Content-Type-Options": "nosniff",
        ])
        self.file = (content, upload.size)
    }

    /// The head and the body in one buffer, so that they fit into one TCP segment if possible.
    func encoded(closing: Bool) -> [UInt8] {
        var fields = headers.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
        fields.append(("Cache-Control", "no-store"))
        if let id = RequestID.current { fields.append((RequestID.header, id)) }
        let length = body.count + (file?.size ?? 0)
        return HTTPResponseHead(status: status, headers: fields, length: length).encoded(closing: closing) + body
    }
}
