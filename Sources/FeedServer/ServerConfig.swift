package import Cards
package import FeedAPI

/// Who may use a server: environments with their keys. A plain value; the program reads it from a file.
package struct ServerConfig: Hashable, Sendable {
    package var environments: [Environment]
    package var limits: ServerLimits

    package init(environments: [Environment], limits: ServerLimits = ServerLimits()) {
        self.environments = environments
        self.limits = limits
    }

    /// A separate world of streams, users and keys.
    package struct Environment: Hashable, Sendable {
        package var id: EnvironmentID
        package var viewerKeys: [ViewerKey]
        package var publisherKeys: [String]
        /// The token's claim that names the user; nil looks for `atomic_sub`, `atomic_id`, `sub`, `id` in this order.
        package var userClaim: String?
        /// Where devices can be registered: `sandbox`, `production`, in this order.
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

    /// An API key of viewers, and how the tokens that come with it are verified.
    package struct ViewerKey: Hashable, Sendable {
        package var key: String
        package var verification: Verification

        package init(key: String, verification: Verification) {
            self.key = key
            self.verification = verification
        }
    }

    /// The key decides the algorithm; what a token's header says of it must agree.
    package enum Verification: Hashable, Sendable {
        /// A shared secret, at least 32 bytes of UTF-8.
        case hs256(secret: String)
        /// A public key in PEM.
        case rs256(publicKey: String)
        case rs512(publicKey: String)
        case es256(publicKey: String)

        /// As a token's header names it.
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

/// What one caller may take of the server. The defaults are the protocol page's.
package struct ServerLimits: Hashable, Sendable {
    /// A request line with all its headers, in bytes.
    package var headerBytes = 16 * 1024
    /// For the request line and headers to arrive, in seconds.
    package var headerSeconds = 10.0
    /// For a body to arrive, and for a keep-alive connection between requests, in seconds.
    package var idleSeconds = 60.0
    /// A body that is one JSON object, in bytes.
    package var bodyBytes = 1024 * 1024
    /// A bulk publish, in bytes.
    package var bulkBytes = 64 * 1024 * 1024
    /// Lines of a bulk publish, empty ones included.
    package var bulkLines = 100_000
    /// An uploaded file, in bytes.
    package var uploadBytes = 20 * 1024 * 1024
    /// Files of one user that no submit has named yet.
    package var uploadsPerUser = 64
    /// Whether webhooks may lead to this machine and its neighbours, and over plain HTTP.
    package var allowsPrivateWebhooks = false
    /// A delivery that has failed so many times is given up.
    package var webhookAttempts = 12
    /// Until the second attempt, and at most between two, in seconds. Each pause is twice as long as the last.
    package var webhookPause = 5.0
    package var webhookLongestPause = 3600.0
    /// What uploads must leave free of the disk, in bytes: the log needs some to go on.
    package var uploadReserveBytes = 64 * 1024 * 1024
    /// Users of one publish request.
    package var usersPerRequest = 10_000
    /// Push connections of a user. One whose close has begun does not count.
    package var connectionsPerUser = 8
    /// Analytics records and events of one user, over time; so many may also come at once.
    package var recordsPerMinute = 6000
    /// Lines of one answer of what was collected, unless asked otherwise, and at most.
    package var exportLines = 1000
    package var mostExportLines = 10_000
    /// Where such an answer stops growing, in bytes; the last line may pass it.
    package var exportBytes = 4 * 1024 * 1024
    /// Devices of one user; a further one takes the place of the one registered longest ago.
    package var devicesPerUser = 32
    /// All connections, HTTP and WebSocket, unless the limit of open files allows fewer. At most half of them may be
    /// unauthenticated, that is, without an authenticated request so far.
    package var connections = 1024
    /// Unauthenticated connections of one address; a further one takes the place of the oldest. Authenticated ones do not
    /// count, since all users may share an address, as behind a proxy or on one machine. 0 for no limit.
    package var unauthenticatedPerAddress = 64
    package var streamsPerConnection = 64
    /// A WebSocket message in either direction, in bytes. More than a delta can have, see ``deltaBytes``.
    package var frameBytes = 1024 * 1024
    /// After so many seconds without a word from the client the server pings; after twice as many it hangs up.
    package var pingSeconds = 25
    /// How long a delta may stay unacknowledged, in seconds.
    package var ackSeconds = 30.0
    /// Deltas of one stream in flight.
    package var deltasInFlight = 4
    /// Cards of one delta or page unless asked otherwise, and at most.
    package var pageCards = 200
    package var mostPageCards = 1000
    /// Cards that are looked at for one delta or page when there are filters; then it ends, however short it is.
    package var filteredRows = 2000
    /// Where a delta and a page stop growing, in bytes of bodies; the last card may pass it. A delta is held in memory
    /// for every slow reader, a page is not.
    package var deltaBytes = 256 * 1024
    package var pageBytes = 1024 * 1024

    package init() {}
}
