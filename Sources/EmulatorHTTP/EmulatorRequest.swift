/// An HTTP request as a client sent it.
package struct EmulatorRequest: Hashable, Sendable {
    /// The method in upper case, such as `GET`.
    package var method: String
    /// The percent-encoded path and query, as the client sent them: `/apispaces/shop/conversations?scope=public`.
    package var target: String
    package var headers: [EmulatorHeader]
    package var body: [UInt8]

    package init(_ method: String, _ target: String, headers: [EmulatorHeader] = [], body: [UInt8] = []) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
    }

    /// The token of an `Authorization: Bearer` header; nil if there is none.
    package var bearerToken: String? {
        guard let value = headers["Authorization"] else { return nil }
        let parts = value.split(separator: " ")
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return String(parts[1])
    }
}
