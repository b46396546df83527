package import Cards
package import FeedAPI

/// The environments of a server with their keys. A plain value; the program reads it from a file.
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
        /// The token's claim with the user's id; nil looks for `atomic_sub`, `atomic_id`, `sub`, `id` in this order.
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

    /// An API key of viewers, and how tokens used with it are verified.
    package struct ViewerKey: Hashable, Sendable {
        package var key: String
        package var verification: Verification

        package init(key: String, verification: Verification) {
            self.key = key
            self.verification = verification
        }
    }

    /// The key determines the algorithm, which must match a token's header.
    package enum Verification: Hashable, Sendable {
        /// A shared secret, at least 32 bytes of UTF-8.
        case hs256(secret: String)
        /// A public key in PEM.
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
    /// Bytes of a request line with all its headers.
    package var headerBytes = 16 * 1024
    /// Seconds until the request line and headers must have arrived.
    package var headerSeconds = 10.0
    /// Seconds until a body must have arrived, and of a keep-alive connection between requests.
    package var idleSeconds = 60.0
    /// Bytes of a body that is one JSON object.
    package var bodyBytes = 1024 * 1024
    /// Bytes of a bulk publish.
    package var bulkBytes = 64 * 1024 * 1024
    /// Lines of a bulk publish, including empty ones.
    package var bulkLines = 100_000
    /// Bytes of an uploaded file.
    package var uploadBytes = 20 * 1024 * 1024
    /// Unsubmitted files of one user.
    package var uploadsPerUser = 64
    /// Whether webhooks may use private addresses and plain HTTP.
    package var allowsPrivateWebhooks = false
    /// The number of attempts after which a delivery has finally failed.
    package var webhookAttempts = 12
    /// Seconds until the second attempt, and the maximum between two. Each pause is twice as long as the previous one.
    package var webhookPause = 5.0
    package var webhookLongestPause = 3600.0
    /// Bytes of the disk that uploads must leave free for the log.
    package var uploadReserveBytes = 64 * 1024 * 1024
    /// Seconds after which a server of a shared storage asks what others have changed, while they announce it and while no
    /// announcement arrives.
    package var followSeconds = 1.0
    package var followSecondsUnheard = 0.1
    /// Seconds without an answer of such a storage after which the viewers are sent to other servers.
    package var cutOffSeconds = 5.0
    /// Seconds after which such a server looks for what others have left undone: webhooks, deliveries and deadlines.
    package var takeOverSeconds = 10.0
    /// Users in one publish request.
    package var usersPerRequest = 10_000
    /// Push connections of a user, not counting those being closed.
    package var connectionsPerUser = 8
    /// Analytics records and events of one user per minute; this many may also arrive at once.
    package var recordsPerMinute = 6000
    /// Lines of one answer with collected data, by default and at most.
    package var exportLines = 1000
    package var mostExportLines = 10_000
    /// Bytes after which such an answer ends; the last line may exceed it.
    package var exportBytes = 4 * 1024 * 1024
    /// Devices of one user; a further one replaces the least recently registered.
    package var devicesPerUser = 32
    /// All connections, HTTP and WebSocket, unless the limit of open files allows fewer. At most half of them may be
    /// unauthenticated, that is, without an authenticated request so far.
    package var connections = 1024
    /// Unauthenticated connections of one address; a further one replaces the oldest. Authenticated ones do not count,
    /// since all users may share an address, for example behind a proxy. 0 for no limit.
    package var unauthenticatedPerAddress = 64
    package var streamsPerConnection = 64
    /// Bytes of a WebSocket message in either direction. Greater than a delta can be, see ``deltaBytes``.
    package var frameBytes = 1024 * 1024
    /// Seconds of silence after which the server pings; after twice as many it closes the connection.
    /// Less than the minute after which many proxies end a silent connection.
    package var pingSeconds = 45
    /// Seconds that a delta may stay unacknowledged.
    package var ackSeconds = 30.0
    /// Deltas of one stream in flight.
    package var deltasInFlight = 4
    /// Cards in one delta or page, by default and at most.
    package var pageCards = 200
    package var mostPageCards = 1000
    /// Cards examined for one delta or page with filters, after which it ends.
    package var filteredRows = 2000
    /// Bytes of bodies after which a delta or page ends; the last card may exceed it. Deltas are held in memory for
    /// every slow client, pages are not.
    package var deltaBytes = 256 * 1024
    package var pageBytes = 1024 * 1024

    package init() {}
}
