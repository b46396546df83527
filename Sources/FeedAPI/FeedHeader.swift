/// The names of the protocol's HTTP headers, and its media types.
package enum FeedHeader {
    /// The environment id. Required for all addresses except the health addresses, `/metrics` and the exchange of an
    /// invitation.
    package static let environment = "Cardstream-Environment"
    /// The API key: a viewer key, used with a token, or a publisher key.
    package static let apiKey = "Cardstream-Key"
    /// `Bearer TOKEN`, the viewer's JWT.
    package static let authorization = "Authorization"
    /// The device of a viewer, in the format of ``ViewerDevice``. Optional.
    package static let device = "Cardstream-Device"
    package static let contentType = "Content-Type"
    package static let etag = "ETag"
    package static let ifNoneMatch = "If-None-Match"
    /// When to retry, in seconds.
    package static let retryAfter = "Retry-After"
    /// The methods that an address supports, in responses with status 405.
    package static let allow = "Allow"

    /// Makes a client download a file instead of displaying it, and names the file.
    package static let contentDisposition = "Content-Disposition"

    package static let json = "application/json"
    /// A bulk publish request: one JSON object per line.
    package static let jsonLines = "application/x-ndjson"
    package static let problem = "application/problem+json"
    /// The media type of an upload (RFC 7578).
    package static let formData = "multipart/form-data"
}

/// The credentials of a client. HTTP requests and WebSocket upgrades use the same headers.
package struct FeedCredentials: Hashable, Sendable {
    package var environment: String
    package var apiKey: String
    /// The JWT of a viewer; nil for a publisher.
    package var token: String?

    package init(environment: String, apiKey: String, token: String? = nil) {
        self.environment = environment
        self.apiKey = apiKey
        self.token = token
    }

    package var headers: [(name: String, value: String)] {
        var headers = [(FeedHeader.environment, environment), (FeedHeader.apiKey, apiKey)]
        if let token { headers.append((FeedHeader.authorization, "Bearer \(token)")) }
        return headers
    }
}
