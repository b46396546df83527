import Basics
package import CardSources
package import Cards

/// The routes of the protocol, shared by server, client and commands so that paths and queries always match.
package enum FeedRoute: Hashable, Sendable {
    /// `GET /v1/streams/{stream}/snapshot?page=&limit=&filters=`. A nil page is the first page. With a nil limit, the
    /// server chooses. Only cards that match all filters are included.
    case snapshot(stream: StreamID, page: String? = nil, limit: Int? = nil, filters: [CardFilter] = [])
    /// `GET /v1/streams/{stream}/changes?since=&limit=&filters=`.
    case changes(stream: StreamID, since: FeedCursor, limit: Int? = nil, filters: [CardFilter] = [])
    /// `GET /v1/streams/{stream}/cards/{card}/pages/{page}`: a page of a card, by its name.
    case page(String, card: CardID, stream: StreamID)
    /// `POST /v1/actions`.
    case act
    /// `POST /v1/cards`.
    case publish
    /// `GET /v1/cards/{id}?wait=`.
    ///
    /// The server waits at most `wait` seconds until the card has ended; with `If-None-Match`, until anything has
    /// changed.
    case outcome(CardID, wait: Int? = nil)
    /// `GET /v1/outcomes?since=&limit=`: the outcomes of cards that have ended, as lines of JSON.
    case outcomes(OutcomeQuery)
    /// `DELETE /v1/cards/{id}`.
    case cancel(CardID)
    /// `POST /v1/uploads?stream=&card=&bucket=&key=`, a file as `multipart/form-data`.
    case upload(UploadTarget)
    /// `GET /v1/uploads/{id}`: the content of the file.
    case uploaded(UploadID)
    /// `GET /v1/socket`, a WebSocket upgrade.
    case socket
    /// `POST /v1/analytics`: analytics records of a viewer.
    case sendAnalytics
    /// `GET /v1/analytics?since=&limit=`: collected records, as lines of JSON.
    case analytics(RecordQuery)
    /// `POST /v1/events`: a custom event.
    case sendEvent
    /// `GET /v1/events?since=&limit=`: collected events, as lines of JSON.
    case events(RecordQuery)
    /// `GET /v1/user`: the profile of the token's user.
    case user
    /// `POST /v1/user`: changes the profile.
    case updateUser
    /// `GET /v1/metrics`: the numbers of the user's cards.
    case metrics
    /// `POST /v1/devices`.
    case registerDevice
    /// `POST /v1/devices/deregister`.
    case deregisterDevice
    /// `POST /v1/devices/streams`.
    case registerStreams
    /// `GET /v1/streams`: the streams of an environment, as lines of JSON.
    case streams
    /// `GET /v1/users?after=&limit=`: the users of an environment.
    case users(AdminQuery)
    /// `GET /v1/cards?stream=&user=&status=&after=&limit=`: the cards of an environment, newest first.
    case cards(AdminQuery)
    /// `GET /v1/webhooks`.
    case webhooks
    /// `POST /v1/webhooks`.
    case makeWebhook
    /// `DELETE /v1/webhooks/{id}`.
    case removeWebhook(WebhookID)
    /// `GET /v1/webhooks/{id}/dead`: the deliveries that failed for good.
    case deadDeliveries(WebhookID)
    /// `POST /v1/webhooks/{id}/replay`: retries dead deliveries.
    case replayDeliveries(WebhookID)
    /// `GET /v1/invitations`: the open invitations.
    case invitations
    /// `POST /v1/invitations`.
    case makeInvitation
    /// `DELETE /v1/invitations/{id}`.
    case revokeInvitation(InvitationID)
    /// `POST /v1/invitations/exchange`: exchanges the code of an invitation for credentials. Needs no authentication.
    case exchangeInvitation
    /// `GET /v1/asks?all=&limit=`: the open asks, or the most recent asks.
    case asks(AskQuery)
    /// `POST /v1/asks`.
    case makeAsk
    /// `GET /v1/asks/{id}?wait=`: an ask and its answer.
    ///
    /// The server waits at most `wait` seconds until the ask is settled; with `If-None-Match`, until anything has
    /// changed.
    case ask(AskID, wait: Int? = nil)
    /// `DELETE /v1/asks/{id}`: withdraws an open ask.
    case withdrawAsk(AskID)
    /// `GET /v1/audit?ask=&since=&after=&limit=`: the audit log of asks, as lines of JSON.
    case audit(AuditQuery)
    /// `GET /v1/keys`: the keys that verify the signatures of settled asks, as a JSON Web Key Set.
    case keys
    /// `GET /v1/groups`: the groups of users of an environment.
    case groups
    /// `PUT /v1/groups/{name}`: creates a group, or replaces its users.
    case setGroup(GroupName)
    /// `DELETE /v1/groups/{name}`.
    case removeGroup(GroupName)
    /// `GET /v1/streams/{stream}/theme`: the theme that a publisher has set for a stream.
    case theme(StreamID)
    /// `PUT /v1/streams/{stream}/theme`: sets the theme.
    case setTheme(StreamID)
    /// `DELETE /v1/streams/{stream}/theme`.
    case removeTheme(StreamID)
    /// `GET /v1/themes`: the streams of an environment that have a theme.
    case themes
    /// `GET /v1/health`, without authentication.
    case health
    /// `GET /v1/health/live`, without authentication: whether the process responds.
    case live
    /// `GET /v1/health/ready`, without authentication: whether a load balancer should send requests to this server.
    case ready

    /// `GET /metrics`: the metrics of a server in the text format of Prometheus.
    case serverMetrics

    /// Whether the address needs no credentials.
    package var isOpen: Bool { isHealth || self == .exchangeInvitation }

    package var isHealth: Bool { [.health, .live, .ready].contains(self) }

    /// The first segment of all paths except `/metrics`. Incompatible changes of the protocol get a new one.
    package static let prefix = "/v1"

    package var method: String {
        switch self {
        case .snapshot, .changes, .page, .outcome, .outcomes, .uploaded, .socket, .analytics, .events, .user, .metrics,
            .streams, .users, .cards, .webhooks, .deadDeliveries, .invitations, .asks, .ask, .audit, .keys, .groups,
            .theme, .themes, .health, .live, .ready, .serverMetrics:
            "GET"
        case .act, .publish, .upload, .sendAnalytics, .sendEvent, .updateUser, .registerDevice, .deregisterDevice,
            .registerStreams, .makeWebhook, .replayDeliveries, .makeInvitation, .exchangeInvitation, .makeAsk:
            "POST"
        case .setGroup, .setTheme: "PUT"
        case .cancel, .removeWebhook, .revokeInvitation, .withdrawAsk, .removeGroup, .removeTheme: "DELETE"
        }
    }

    /// The percent-encoded path and query of a request line.
    package var target: String {
        switch self {
        case .snapshot(let stream, let page, let limit, let filters):
            Self.path("streams", stream.rawValue, "snapshot")
                + Self.query([("page", page), ("limit", limit?.description), ("filters", Self.text(filters))])
        case .changes(let stream, let since, let limit, let filters):
            Self.path("streams", stream.rawValue, "changes")
                + Self.query([
                    ("since", since.rawValue), ("limit", limit?.description), ("filters", Self.text(filters)),
                ])
        case .page(let name, let card, let stream):
            Self.path("streams", stream.rawValue, "cards", card.rawValue, "pages", name)
        case .act: Self.path("actions")
        case .publish: Self.path("cards")
        case .outcome(let id, let wait):
            Self.path("cards", id.rawValue) + Self.query([("wait", wait?.description)])
        case .cancel(let id): Self.path("cards", id.rawValue)
        case .outcomes(let query): Self.path("outcomes") + Self.query(query.items)
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
        case .invitations, .makeInvitation: Self.path("invitations")
        case .revokeInvitation(let id): Self.path("invitations", id.rawValue)
        case .exchangeInvitation: Self.path("invitations", "exchange")
        case .asks(let query): Self.path("asks") + Self.query(query.items)
        case .makeAsk: Self.path("asks")
        case .ask(let id, let wait): Self.path("asks", id.rawValue) + Self.query([("wait", wait?.description)])
        case .withdrawAsk(let id): Self.path("asks", id.rawValue)
        case .audit(let query): Self.path("audit") + Self.query(query.items)
        case .keys: Self.path("keys")
        case .groups: Self.path("groups")
        case .setGroup(let name), .removeGroup(let name): Self.path("groups", name.rawValue)
        case .theme(let stream), .setTheme(let stream), .removeTheme(let stream):
            Self.path("streams", stream.rawValue, "theme")
        case .themes: Self.path("themes")
        case .health: Self.path("health")
        case .live: Self.path("health", "live")
        case .ready: Self.path("health", "ready")
        // Metrics collectors request this path by default.
        case .serverMetrics: "/metrics"
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
