/// The status line and headers of a response.
package struct HTTPResponseHead: Sendable {
    package var status: Int
    package var headers: [(name: String, value: String)]
    /// The size of the body in bytes; nil if the status allows no body.
    package var length: Int?

    package init(status: Int, headers: [(name: String, value: String)], length: Int?) {
        self.status = status
        self.headers = headers
        self.length = [101, 204, 304].contains(status) ? nil : length
    }

    /// The encoded head, including the empty line at its end.
    ///
    /// - Parameter closing: Whether the connection closes after the response.
    package func encoded(closing: Bool) -> [UInt8] {
        var head = "HTTP/1.1 \(status) \(Self.phrase(status))\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        if let length { head += "Content-Length: \(length)\r\n" }
        if closing, status != 101 { head += "Connection: close\r\n" }
        return Array(head.utf8) + Array("\r\n".utf8)
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
        case 412: "Precondition Failed"
        case 413: "Content Too Large"
        case 415: "Unsupported Media Type"
        case 422: "Unprocessable Content"
        case 426: "Upgrade Required"
        case 429: "Too Many Requests"
        case 503: "Service Unavailable"
        case 504: "Gateway Timeout"
        case 507: "Insufficient Storage"
        default: status < 500 ? "Error" : "Internal Server Error"
        }
    }
}
