package import Cards

/// The response to a request, and how much of it reaches the client.
package struct EmulatorResponse: Hashable, Sendable {
    package var status: Int
    package var headers: [EmulatorHeader]
    /// The whole body, independent of ``transfer``.
    package var body: [UInt8]
    package var transfer: Transfer

    /// How much of a response reaches the client.
    package enum Transfer: Hashable, Sendable {
        case whole
        /// The headers announce the whole body, but the connection closes after this number of bytes.
        case cut(bytes: Int)
        /// The connection closes without a response.
        case lost
    }

    package init(
        status: Int, headers: [EmulatorHeader] = [], body: [UInt8] = [], transfer: Transfer = .whole
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.transfer = transfer
    }

    /// Creates a response with a JSON body.
    package init(json: JSONValue, status: Int = 200) {
        self.init(
            status: status, headers: [EmulatorHeader("Content-Type", "application/json; charset=utf-8")],
            body: json.encoded())
    }

    package static func text(_ text: String, status: Int = 200) -> EmulatorResponse {
        EmulatorResponse(
            status: status, headers: [EmulatorHeader("Content-Type", "text/plain; charset=utf-8")],
            body: Array(text.utf8))
    }

    package static let noContent = EmulatorResponse(status: 204)
}
