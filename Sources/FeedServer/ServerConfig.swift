package import Cards
package import FeedAPI

/// The environments of a server with their keys, and its limits. A plain value; the program reads it from a file.
package struct ServerConfig: Hashable, Sendable {
    package var environments: [Environment]
    package var limits: ServerLimits

    package init(environments: [Environment], limits: ServerLimits = ServerLimits()) {
        self.environments = environments
        self.limits = limits
    }

    /// A separate set of streams, users and keys.
    package struct Environment: Hashable, Sendable {
        package var id: EnvironmentID
        package var viewerKeys: [ViewerKey]
        package var publisherKeys: [String]
        /// The claim of the token with the user's id; nil uses the first of `atomic_sub`, `atomic_id`, `sub` and `id`
        /// that the token has.
        package var userClaim: String?
        /// The environments in which devices can be registered: `sandbox`, `production`, in this order.
        package var pushEnvironments: [PushEnvironment]

        package init(
            id: EnvironmentID, viewerKeys: [ViewerKey], publisherKeys: [String] = [], userClaim: String? = nil,
            pushEnvironments: [PushEnvironment] = [.sandbox, .production]
        ) {
            self.id = id
            self.viewerKeys = viewerKeys
            self.publisherKeys = publisherKeys
            self.userClaim = userClaim
            self.pushEnvironments = pushEnvironments
        }
    }

    /// An API key for viewers, and how the tokens used with it are verified.
    package struct ViewerKey: Hashable, Sendable {
        package var key: String
        package var verification: Verification

        package init(key: String, verification: Verification) {
            self.key = key
            self.verification = verification
        }
    }

    /// The key that verifies tokens. It determines the algorithm, which must match the header of the token.
    package enum Verification: Hashable, Sendable {
        /// A shared secret of at least 32 bytes in UTF-8.
        case hs256(secret: String)
        /// A public key in PEM format.
        case rs256(publicKey: String)
        case rs512(publicKey: String)
        case es256(publicKey: String)

        /// The algorithm's name in a token's header.
        package var algorithm: String {
            switch self {
            case .hs256: "HS256"
            case .rs256: "RS256"
            case .rs512: "RS512"
            case .es256: "ES256"
            }
        }
    }
}

/// The limits of a server. The defaults are documented on the protocol page.
package struct ServerLimits: Hashable, Sendable {
    /// The maximum size of a request line with all headers, in bytes.
    package var headerBytes = 16 * 1024
    /// The time in seconds within which the request line and headers must arrive.
    package var headerSeconds = 10.0
    /// The time in seconds within which a body must arrive or make progress, and for which a kept-alive connection may
    /// stay idle between requests.
    package var idleSeconds = 60.0
    /// The maximum size in bytes of a body with one JSON object.
    package var bodyBytes = 1024 * 1024
    /// The maximum size of a bulk publish request, in bytes.
    package var bulkBytes = 64 * 1024 * 1024
    /// The maximum number of lines of a bulk publish request, including empty lines.
    package var bulkLines = 100_000
    /// The maximum size of an uploaded file, in bytes.
    package var uploadBytes = 20 * 1024 * 1024
    /// The maximum number of uploaded but not submitted files of one user.
    package var uploadsPerUser = 64
    /// Whether webhooks may use private addresses and plain HTTP.
    package var allowsPrivateWebhooks = false
    /// The number of attempts after which a delivery has failed for good.
    package var webhookAttempts = 12
    /// The time in seconds before the second attempt, and the longest time between two attempts. Each pause is twice as
    /// long as the previous one.
    package var webhookPause = 5.0
    package var webhookLongestPause = 3600.0
    /// The disk space in bytes that uploads must leave free for the log.
    package var uploadReserveBytes = 64 * 1024 * 1024
    /// How often, in seconds, a server with a shared storage polls for changes by other servers: while notices of the
    /// other servers arrive, and while none arrive.
    package var followSeconds = 1.0
    package var followSecondsUnheard = 0.1
    /// The time in seconds without a response of a shared storage after which the server closes push connections, so
    /// that viewers reconnect to other servers.
    package var cutOffSeconds = 5.0
    /// How often, in seconds, a server with a shared storage looks for work that other servers have left: webhooks,
    /// deliveries and deadlines.
    package var takeOverSeconds = 10.0
    /// The maximum number of users in one publish request.
    package var usersPerRequest = 10_000
    /// The maximum number of push connections of a user, not counting those that are closing.
    package var connectionsPerUser = 8
    /// The maximum number of analytics records and events of one user per minute. The same number may arrive at once.
    package var recordsPerMinute = 6000
    /// The number of lines in one response with collected data: the default and the maximum.
    package var exportLines = 1000
    package var mostExportLines = 10_000
    /// The size in bytes after which such a response ends. The last line may exceed it.
    package var exportBytes = 4 * 1024 * 1024
    /// The maximum number of devices of one user. Another one replaces the device that was registered least recently.
    package var devicesPerUser = 32
    /// The maximum number of connections, HTTP and WebSocket together, unless the limit on open files allows fewer. At
    /// most half of them may be unauthenticated, that is, without an authenticated request so far.
    package var connections = 1024
    /// The maximum number of unauthenticated connections from one address. Another one replaces the oldest.
    /// Authenticated connections are not limited, because all users may share an address, for example behind a proxy. 0
    /// means no limit.
    package var unauthenticatedPerAddress = 64
    package var streamsPerConnection = 64
    /// The maximum size of a WebSocket message in either direction, in bytes. It is larger than any delta, see
    /// ``deltaBytes``.
    package var frameBytes = 1024 * 1024
    /// The seconds of silence after which the server sends a ping. After twice as many, it closes the connection. It is
    /// less than the minute after which many proxies close a silent connection.
    package var pingSeconds = 45
    /// The time in seconds for which a delta may stay unacknowledged.
    package var ackSeconds = 30.0
    /// The maximum number of unacknowledged deltas of one stream.
    package var deltasInFlight = 4
    /// The number of cards in one delta or page: the default and the maximum.
    package var pageCards = 200
    package var mostPageCards = 1000
    /// The number of cards examined for one filtered delta or page, after which it ends.
    package var filteredRows = 2000
    /// The size of card bodies in bytes after which a delta or page ends. The last card may exceed it. The limit for
    /// deltas is smaller, because deltas are held in memory for every slow client, and pages are not.
    package var deltaBytes = 256 * 1024
    package var pageBytes = 1024 * 1024

    package init() {}
}
