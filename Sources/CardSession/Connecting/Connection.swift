public import Cards
package import FeedAPI

extension CardSession {
    /// The server, credentials and settings of a connection.
    public struct Connection: Sendable {
        /// `https://HOST[:PORT]`, or `http://` for a server on this machine.
        public var server: String
        /// The id of the server's environment.
        public var environment: String
        /// The viewer key of the environment.
        public var apiKey: String
        /// Where the user's token comes from.
        public var token: TokenSource
        /// The streams that are always followed.
        public var streams: [StreamID]
        /// How changes arrive: pushed by default, and polled every 15 seconds where that fails.
        public var delivery: Delivery
        /// Polling intervals of individual streams, 366 days at most. Zero loads a stream once, without polling. Empty
        /// by default; streams without an interval use that of ``delivery``.
        public var intervals: [StreamID: Duration] = [:]
        /// A PEM file with the certificate authorities to trust instead of the system's.
        public var authorityFile: String?
        /// How long before its `exp` claim a token counts as expired; 60 seconds by default.
        public var tokenExpiryInterval = Duration.seconds(60)
        /// How long to wait after a failure before requesting a new token; 5 seconds by default.
        public var tokenRetryInterval = Duration.seconds(5)
        /// The token's claim with the user's id; nil uses the usual ones, see ``TokenProviding/userIDAttribute``.
        public var userIDAttribute: String?
        /// Asked about every request to the server; nil, the default, uses that of the session's
        /// ``CardSession/Configuration``. Set it before ``CardSession/connect(_:onEvent:)``.
        public var requestPolicy: RequestPolicy?

        /// The server's name for identifying the owner of the store, for a server whose address changes; nil uses the
        /// address.
        package var sourceName: String?

        /// The device to report to the server. Nil uses the device of the store's folder, or none for a store in
        /// memory.
        package var device: ViewerDevice?

        /// Whether the store is cleared when it belongs to another user without unsent actions. Otherwise the connection
        /// fails and the store stays as it is.
        package var replacesOwner = true
        /// Called with a message when the store was cleared for another user.
        package var onOwnerReplaced: (@Sendable (String) -> Void)?

        /// How changes arrive. Intervals are limited to 366 days.
        public enum Delivery: Hashable, Sendable {
            /// The server pushes; while it cannot, it is polled at this interval.
            case push(fallbackInterval: Duration)
            /// The server is polled at this interval.
            case polling(interval: Duration)
        }

        /// Creates a connection from its properties.
        public init(
            server: String, environment: String, apiKey: String, token: TokenSource, streams: [StreamID],
            delivery: Delivery = .push(fallbackInterval: .seconds(15)), authorityFile: String? = nil,
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
}
