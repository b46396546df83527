/// The names of the protocol's HTTP headers and media types.
public enum FeedHeader {
    /// The environment id. Required for all addresses but `/v1/health` and the exchange of an invitation.
    public static let environment = "Cardstream-Environment"
    /// The API key: a viewer key, used with a token, or a publisher key.
    public static let apiKey = "Cardstream-Key"
    /// `Bearer TOKEN`, the viewer's JWT.
    public static let authorization = "Authorization"
    /// The device of a viewer, in the form of ``ViewerDevice``; optional.
    public static let device = "Cardstream-Device"
    public static let contentType = "Content-Type"
    public static let etag = "ETag"
    public static let ifNoneMatch = "If-None-Match"
    /// In seconds.
    public static let retryAfter = "Retry-After"
    /// The methods that an address supports, with status 405.
    public static let allow = "Allow"

    /// The name of a file that is to be downloaded rather than displayed.
    public static let contentDisposition = "Content-Disposition"

    public static let json = "application/json"
    /// A bulk publish request: one JSON object per line.
    public static let jsonLines = "application/x-ndjson"
    public static let problem = "application/problem+json"
    /// An upload (RFC 7578).
    public static let formData = "multipart/form-data"
}

/// The credentials of a caller; HTTP requests and the upgrade to WebSocket use the same headers.
public struct FeedCredentials: Hashable, Sendable {
    public var environment: String
    public var apiKey: String
    /// The JWT of a viewer; nil for a publisher.
    public var token: String?

    public init(environment: String, apiKey: String, token: String? = nil) {
        self.environment = environment
        self.apiKey = apiKey
        self.token = token
    }

    public var headers: [(name: String, value: String)] {
        var headers = [(FeedHeader.environment, environment), (FeedHeader.apiKey, apiKey)]
        if let token { headers.append((FeedHeader.authorization, "Bearer \(token)")) }
        return headers
    }
}
