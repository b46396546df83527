import Cards
import FeedAPI
import FeedEngine
import HTTPSockets

/// The HTTP side of the protocol, independent of sockets. Converts a request head to an authorized request or an error
/// response, and a request with its body to a response. Both the sockets and the tests use it.
struct FeedRoutes: Sendable {
    let service: FeedService
    let authenticator: Authenticator
    let readiness: Readiness
    let report: MetricsReport
    /// Whether these are the routes of the metrics address, which needs no credentials.
    var isForMetrics = false

    /// An authorized request: its route, its sender, and the limit of its body.
    struct AuthorizedRequest: Sendable {
        var route: FeedRoute
        var identity: Identity?
        /// The device of the viewer; nil if the request does not name one.
        var device: ViewerDevice?
        var bodyLimit: Int
        var head: HTTPHead
        var isBulk: Bool
        var origin: ConnectionOrigin
    }

    /// Authorizes a request by its head only, so that an unauthenticated client cannot make the server read a large
    /// body.
    ///
    /// - Parameter origin: Where the request comes from.
    func authorize(
        _ head: HTTPHead, from origin: ConnectionOrigin
    ) async throws(Problem) -> AuthorizedRequest {
        let route = try FeedRoute(method: head.method, target: head.target)
        var request = AuthorizedRequest(
            route: route, identity: nil, bodyLimit: 0, head: head, isBulk: false, origin: origin)
        if isForMetrics {
            guard route.isHealth || route == .serverMetrics else { throw Problem(.notFound) }
            return request
        }
        if route.isHealth { return request }
        if route == .exchangeInvitation {
            try service.invitations.requireAttempt(of: origin, now: service.clock.now())
            request.bodyLimit = Self.exchangeBytes
            return request
        }
        let identity = try await authenticator.identify(head, allowingBearer: route == .serverMetrics)
        request.identity = identity
        if case .viewer = identity { request.device = try head.device() }
        switch (route, identity) {
        case (.snapshot, .viewer), (.changes, .viewer), (.page, .viewer), (.socket, .viewer), (.user, .viewer),
            (.metrics, .viewer), (.theme, .viewer), (.theme, .publisher), (.removeTheme, .publisher),
            (.outcome, .publisher), (.outcomes, .publisher), (.cancel, .publisher), (.uploaded, .publisher),
            (.analytics, .publisher),
            (.events, .publisher), (.webhooks, .publisher), (.removeWebhook, .publisher),
            (.streams, .publisher), (.themes, .publisher), (.users, .publisher), (.cards, .publisher),
            (.deadDeliveries, .publisher), (.invitations, .publisher), (.revokeInvitation, .publisher),
            (.asks, .publisher), (.ask, .publisher), (.withdrawAsk, .publisher), (.keys, .publisher),
            (.audit, .publisher), (.groups, .publisher), (.removeGroup, .publisher),
            (.serverMetrics, .publisher):
            break
        case (.makeAsk, .publisher), (.makeWebhook, .publisher), (.replayDeliveries, .publisher),
            (.makeInvitation, .publisher), (.setGroup, .publisher), (.setTheme, .publisher):
            request.bodyLimit = service.limits.bodyBytes
        case (.sendAnalytics, .viewer), (.sendEvent, .viewer), (.updateUser, .viewer), (.registerDevice, .viewer),
            (.deregisterDevice, .viewer), (.registerStreams, .viewer):
            request.bodyLimit = service.limits.bodyBytes
        case (.upload(let target), .viewer(let viewer, _)):
            // The body contains the headers of a part and two delimiters in addition to the file.
            request.bodyLimit = service.limits.uploadBytes + 2 * MultipartReader.headerLimit
            try await service.admitUpload(target, viewer: viewer)
        case (.act, .viewer): request.bodyLimit = service.limits.bodyBytes
        case (.publish, .publisher):
            let type = head[FeedHeader.contentType]?.prefix { $0 != ";" }.lowercased() ?? ""
            request.isBulk = type.filter { $0 != " " } == FeedHeader.jsonLines
            request.bodyLimit = request.isBulk ? service.limits.bulkBytes : service.limits.bodyBytes
        default: throw Problem(.forbidden, detail: "This address needs \(identity.other).")
        }
        // During a drain, the wait would end at once, and the client would repeat it at once.
        if request.waits, await readiness.isDraining { throw Problem(.shuttingDown) }
        return request
    }

    /// The maximum size of a body with an invitation code, in bytes. Its sender has no credentials yet.
    private static let exchangeBytes = 1024

    /// Responds to an upload while reading its body in pieces.
    /// - Throws: Errors of `next`, and ``Problem`` if the server refuses the upload.
    nonisolated(nonsending) func respondToUpload(
        _ target: UploadTarget, _ viewer: Viewer, head: HTTPHead, length: Int?, next: FeedService.Pieces
    ) async throws -> ServerResponse {
        let receipt = try await service.upload(
            target, viewer: viewer, contentType: head[FeedHeader.contentType],
            announced: length ?? service.limits.uploadBytes, next: next)
        return ServerResponse(status: 201, body: FeedCoder.encode(receipt))
    }

    func respond(to request: AuthorizedRequest, body: [UInt8]) async -> ServerResponse {
        do { return try await perform(request, body: body) } catch { return ServerResponse(error) }
    }

    private func perform(_ request: AuthorizedRequest, body: [UInt8]) async throws(Problem) -> ServerResponse {
        switch (request.route, request.identity) {
        case (.health, _):
            return ServerResponse(
                body: Array(#"{"status":"ok","protocol":1,"serverTime":"\#(FeedTime.text(service.clock.now()))"}"#.utf8)
            )
        case (.serverMetrics, _):
            return ServerResponse(
                headers: [FeedHeader.contentType: PrometheusText.mediaType], body: await report.text())
        case (.live, _): return ServerResponse(body: Array(#"{"status":"ok"}"#.utf8))
        case (.ready, _):
            try await readiness.check()
            return ServerResponse(body: Array(#"{"status":"ready"}"#.utf8))
        case (.exchangeInvitation, _):
            return ServerResponse(
                body: FeedCoder.encode(try await service.exchangeInvitation(body, from: request.origin)))
        case (.snapshot(let stream, let page, let limit, let filters), .viewer(let viewer, _)):
            return try await snapshot(
                FeedKey(viewer: viewer, streamID: stream), page: page, limit: limit, filters: filters, request)
        case (.changes(let stream, let since, let limit, let filters), .viewer(let viewer, _)):
            let key = FeedKey(viewer: viewer, streamID: stream)
            let found = try await service.changes(
                key, since: since, limit: limit, filters: filters, from: request.device)
            if let delta = found {
                return ServerResponse(
                    headers: [FeedHeader.etag: Self.etag(delta.cursor)], body: FeedCoder.encode(delta))
            }
            if Self.matches(request.head, Self.etag(since)) {
                return ServerResponse(status: 304, headers: [FeedHeader.etag: Self.etag(since)])
            }
            let delta = FeedDelta(streamID: stream, cursor: since, serverTime: service.clock.now())
            return ServerResponse(headers: [FeedHeader.etag: Self.etag(since)], body: FeedCoder.encode(delta))
        case (.page(let name, let card, let stream), .viewer(let viewer, _)):
            let content = try await service.page(name, of: card, in: FeedKey(viewer: viewer, streamID: stream))
            return ServerResponse(body: FeedCoder.encode(cardPage: content))
        case (.act, .viewer(let viewer, _)):
            let receipt = try await service.act(
                FeedCoder.decodeActionRequest(body), viewer: viewer, from: request.device)
            return ServerResponse(body: FeedCoder.encode(receipt))
        case (.publish, .publisher(let environment)):
            let receipt =
                request.isBulk
                ? try await service.publish(lines: body, environment: environment)
                : try await service.publish([FeedCoder.decodePublishRequest(body)], environment: environment)
            return ServerResponse(status: 201, body: FeedCoder.encode(receipt))
        case (.outcome(let id, let wait), .publisher(let environment)):
            let known = request.head[FeedHeader.ifNoneMatch]
            let (body, tag) = try await service.outcome(
                id, environment: environment, waiting: wait ?? 0, known: known)
            guard known != tag else { return ServerResponse(status: 304, headers: [FeedHeader.etag: tag]) }
            return ServerResponse(headers: [FeedHeader.etag: tag], body: body)
        case (.cancel(let id), .publisher(let environment)):
            return ServerResponse(body: FeedCoder.encode(try await service.cancel(id, environment: environment)))
        case (.uploaded(let id), .publisher(let environment)):
            let (receipt, content) = try await service.uploaded(id, environment: environment)
            return ServerResponse(receipt, content: content)
        case (.asks, .publisher(let environment)), (.makeAsk, .publisher(let environment)),
            (.ask, .publisher(let environment)), (.withdrawAsk, .publisher(let environment)),
            (.keys, .publisher(let environment)):
            return try await respondToAskRequest(request, of: environment, body: body)
        case (.theme(let stream), .viewer(let viewer, _)):
            return try await respondWithTheme(of: stream, in: viewer.environment, request.head)
        case (.theme(let stream), .publisher(let environment)):
            return try await respondWithTheme(of: stream, in: environment, request.head)
        case (.socket, .viewer):
            return ServerResponse(
                Problem(.malformedRequest, status: 426, detail: "This address supports only WebSocket."))
        case (_, .viewer(let viewer, _)): return try await perform(request, of: viewer, body: body)
        case (_, .publisher(let environment)):
            return try await perform(request.route, of: environment, body: body)
        default: throw Problem(.forbidden)
        }
    }

    private func snapshot(
        _ key: FeedKey, page: String?, limit: Int?, filters: [CardFilter], _ request: AuthorizedRequest
    ) async throws(Problem) -> ServerResponse {
        // Check the tag only for the first page: a client that requests a later page is in the middle of a snapshot.
        if page == nil, request.head[FeedHeader.ifNoneMatch] != nil {
            let cursor = try await service.cursor(key)
            if Self.matches(request.head, Self.etag(cursor)) {
                return ServerResponse(status: 304, headers: [FeedHeader.etag: Self.etag(cursor)])
            }
        }
        let snapshot = try await service.snapshot(
            key, page: page, limit: limit, filters: filters, from: request.device)
        return ServerResponse(headers: [FeedHeader.etag: Self.etag(snapshot.cursor)], body: FeedCoder.encode(snapshot))
    }

    /// The entity tag is the quoted cursor: equal cursors mean equal feeds.
    private static func etag(_ cursor: FeedCursor) -> String { "\"\(cursor)\"" }

    /// Whether the client already has the version with this tag. Proxies may have marked the tag as weak.
    static func matches(_ head: HTTPHead, _ etag: String) -> Bool {
        guard let tags = head[FeedHeader.ifNoneMatch] else { return false }
        return tags.split(separator: ",").contains { tag in
            let tag = tag.drop { $0 == " " }
            return (tag.hasPrefix("W/") ? tag.dropFirst(2) : tag).prefix { $0 != " " } == etag
        }
    }
}
