public import CardSources
public import Cards

/// Every address of the protocol, as one value shared by server, client and commands: they cannot disagree about a
/// path or a query.
public enum FeedRoute: Hashable, Sendable {
    /// `GET /v1/streams/{stream}/snapshot?page=&limit=&filters=`. A nil page is the first one, a nil limit the server's
    /// choice; only cards that meet all filters come.
    case snapshot(stream: StreamID, page: String? = nil, limit: Int? = nil, filters: [CardFilter] = [])
    /// `GET /v1/streams/{stream}/changes?since=&limit=&filters=`.
    case changes(stream: StreamID, since: FeedCursor, limit: Int? = nil, filters: [CardFilter] = [])
    /// `POST /v1/actions`.
    case act
    /// `POST /v1/cards`.
    case publish
    /// `GET /v1/cards/{id}`.
    case outcome(CardID)
    /// `DELETE /v1/cards/{id}`.
    case cancel(CardID)
    /// `POST /v1/uploads?stream=&card=&bucket=&key=`, a file as `multipart/form-data`.
    case upload(UploadTarget)
    /// `GET /v1/uploads/{id}`: the file itself.
    case uploaded(UploadID)
    /// `GET /v1/socket`, a WebSocket upgrade.
    case socket
    /// `POST /v1/analytics`: what a viewer's user saw and did.
    case sendAnalytics
    /// `GET /v1/analytics?since=&limit=`: what was collected, as lines of JSON.
    case analytics(RecordQuery)
    /// `POST /v1/events`: an event of the host's own.
    case sendEvent
    /// `GET /v1/events?since=&limit=`: those that were collected, as lines of JSON.
    case events(RecordQuery)
    /// `GET /v1/user`: the profile of the token's user.
    case user
    /// `POST /v1/user`: changes it.
    case updateUser
    /// `GET /v1/metrics`: how many cards wait for the token's user.
    case metrics
    /// `POST /v1/devices`.
    case registerDevice
    /// `POST /v1/devices/deregister`.
    case deregisterDevice
    /// `POST /v1/devices/streams`.
    case registerStreams
    /// `GET /v1/streams`: the streams of an environment, as lines of JSON.
    case streams
    /// `GET /v1/users?after=&limit=`: its users.
    case users(AdminQuery)
    /// `GET /v1/cards?stream=&user=&status=&after=&limit=`: its cards, the newest first.
    case cards(AdminQuery)
    /// `GET /v1/webhooks`.
    case webhooks
    /// `POST /v1/webhooks`.
    case makeWebhook
    /// `DELETE /v1/webhooks/{id}`.
    case removeWebhook(WebhookID)
    /// `GET /v1/webhooks/{id}/dead`: the deliveries that were given up.
    case deadDeliveries(WebhookID)
    /// `POST /v1/webhooks/{id}/replay`: tries them again.
    case replayDeliveries(WebhookID)
    /// `GET /v1/health`, the only address without authentication.
    case health

    /// The first segment of every path. A change that breaks clients gets a new one.
    public static let prefix = "/v1"

    public var method: String {
        switch self {
        case .snapshot, .changes, .outcome, .uploaded, .socket, .analytics, .events, .user, .metrics,
            .streams, .users, .cards, .webhooks, .deadDeliveries, .health:
            "GET"
        case .act, .publish, .upload, .sendAnalytics, .sendEvent, .updateUser, .registerDevice, .deregisterDevice,
            .registerStreams, .makeWebhook, .replayDeliveries:
            "POST"
        case .cancel, .removeWebhook: "DELETE"
        }
    }

    /// Path and query as they stand in a request line, percent-encoded.
    public var target: String {
        switch self {
        case .snapshot(let stream, let page, let limit, let filters):
            Self.path("streams", stream.rawValue, "snapshot")
                + Self.query([("page", page), ("limit", limit?.description), ("filters", Self.text(filters))])
        case .changes(let stream, let since, let limit, let filters):
            Self.path("streams", stream.rawValue, "changes")
                + Self.query([
                    ("since", since.rawValue), ("limit", limit?.description), ("filters", Self.text(filters)),
                ])
        case .act: Self.path("actions")
        case .publish: Self.path("cards")
        case .outcome(let id), .cancel(let id): Self.path("cards", id.rawValue)
        case .upload(let target):
            Self.path("uploads")
                + Self.query([
                    ("stream", target.streamID.rawValue), ("card", target.cardID.rawValue),
                    ("bucket", target.bucketID.rawValue), ("key", target.key.rawValue),
                ])
        case .uploaded(let id): Self.path("uploads", id.rawValue)
        case .socket: Self.path("socket")
        case .sendAnalytics: Self.path("analytics")
        case .analytics(let query): Self.path("analytics") + Self.query(query.items)
        case .sendEvent: Self.path("events")
        case .events(let query): Self.path("events") + Self.query(query.items)
        case .user, .updateUser: Self.path("user")
        case .metrics: Self.path("metrics")
        case .registerDevice: Self.path("devices")
        case .deregisterDevice: Self.path("devices", "deregister")
        case .registerStreams: Self.path("devices", "streams")
        case .streams: Self.path("streams")
        case .users(let query): Self.path("users") + Self.query(query.items)
        case .cards(let query): Self.path("cards") + Self.query(query.items)
        case .webhooks, .makeWebhook: Self.path("webhooks")
        case .removeWebhook(let id): Self.path("webhooks", id.rawValue)
        case .deadDeliveries(let id): Self.path("webhooks", id.rawValue, "dead")
        case .replayDeliveries(let id): Self.path("webhooks", id.rawValue, "replay")
        case .health: Self.path("health")
        }
    }

    private static func path(_ segments: String...) -> String {
        prefix + segments.map { "/" + PercentCoding.encode($0) }.joined()
    }

    private static func text(_ filters: [CardFilter]) -> String? {
        filters.isEmpty ? nil : String(decoding: FeedCoder.encode(filters), as: UTF8.self)
    }

    private static func query(_ items: [(name: String, value: String?)]) -> String {
        let pairs = items.compactMap { item in item.value.map { "\(item.name)=\(PercentCoding.encode($0))" } }
        return pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")
    }
}
