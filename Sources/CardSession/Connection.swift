public import Cards

/// Where a session's cards come from, and as whom.
public struct Connection: Sendable {
    /// `https://HOST[:PORT]`, or `http://` for a server on this machine.
    public var server: String
    /// The id of the server's environment.
    public var environment: String
    /// The viewer's API key.
    public var apiKey: String
    /// Where the user's token comes from.
    public var token: TokenSource
    /// The streams that are followed from the start.
    public var streams: [StreamID]
    /// How cards come: pushed, by default, and asked for every 15 seconds where that fails.
    public var delivery: Delivery
    /// Seconds between two looks at a stream that shall have another interval than ``delivery``'s; 0 for one load and no
    /// more, 366 days at most. Empty by default.
    public var intervals: [StreamID: Double] = [:]
    /// A PEM file with the authorities to trust instead of the system's.
    public var authorityFile: String?
    /// Seconds before a token's `exp` from which it counts as expired; 60 by default.
    public var tokenExpiryInterval = 60.0
    /// Seconds after a failure in which no new token is asked for; 5 by default.
    public var tokenRetryInterval = 5.0
    /// The claim that names the user; nil looks for the usual ones, see ``TokenProviding/userIDAttribute``.
    public var userIDAttribute: String?
    /// Asked about every request to the server; nil, the default, allows all. Set it before ``CardSession/connect(_:onEvent:)``.
    public var requestPolicy: RequestPolicy?

    /// What the store's owner is told by; nil names the server. For one that listens elsewhere each time.
    package var sourceName: String?

    /// Whether the store is begun anew where it is another user's and nothing they did waits there. Without it the connection
    /// fails then, and the store stays as it is.
    package var beginsAnew = true
    /// Told in words that it was.
    package var onBegunAnew: (@Sendable (String) -> Void)?

    /// How cards come. An interval is 366 days at most; more counts as that.
    public enum Delivery: Hashable, Sendable {
        /// The server pushes; while it cannot, it is asked every so many seconds.
        case push(fallbackInterval: Double)
        /// The server is asked every so many seconds.
        case polling(interval: Double)
    }

    /// See the properties.
    public init(
        server: String, environment: String, apiKey: String, token: TokenSource, streams: [StreamID],
        delivery: Delivery = .push(fallbackInterval: 15), authorityFile: String? = nil,
        requestPolicy: RequestPolicy? = nil
    ) {
        self.server = server
        self.environment = environment
        self.apiKey = apiKey
        self.streams = streams
        self.delivery = delivery
        self.authorityFile = authorityFile
        self.requestPolicy = requestPolicy
        self.token = token
    }
}
