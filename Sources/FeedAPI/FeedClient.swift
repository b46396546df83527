public import CardSources
public import Cards

/// One way to a server of this protocol: over the network, in the same process, or a test's own. ``FeedSource`` makes a
/// source of cards of it.
public struct FeedClient: Sendable {
    /// The first page (`page` nil) or a later one of a stream's snapshot.
    public var snapshot: @Sendable (_ stream: StreamID, _ page: String?) async throws(FeedError) -> FeedPage
    /// Changes since a cursor; nil when nothing changed (HTTP 304).
    public var changes: @Sendable (_ stream: StreamID, _ since: FeedCursor) async throws(FeedError) -> FeedDelta?
    public var act: @Sendable (ActionRequest) async throws(FeedError) -> ActionReceipt
    /// Sends a file for a card's file input. Told how many of its bytes have been sent, in growing numbers, from any
    /// thread. Cancelling the task ends it.
    public var upload: Upload
    /// Opens the push connection; returns once the server's hello has arrived.
    public var openSocket: @Sendable () async throws(FeedError) -> FeedSocket

    // What a source has besides cards. One that lacks it throws; a test double sets only what it needs.

    /// Sends records of what the user saw and did, at most ``AnalyticsBatch/mostRecords`` of them. Those that are sent
    /// again count once, so that a batch whose answer was lost is simply repeated.
    public var sendAnalytics: @Sendable ([AnalyticsRecord]) async throws(FeedError) -> AnalyticsReceipt =
        { _ throws(FeedError) in throw .lacking("analytics") }
    /// Sends an event of the host's own; the same id again counts once.
    public var sendEvent: @Sendable (CustomEvent) async throws(FeedError) -> Void =
        { _ throws(FeedError) in throw .lacking("events") }
    /// The user's profile as the server has it; empty for a user of whom nothing was ever set.
    public var user: @Sendable () async throws(FeedError) -> UserSettings =
        { () throws(FeedError) in throw .lacking("profiles") }
    /// Changes the fields that are given; returns the profile after it.
    public var updateUser: @Sendable (UserSettings) async throws(FeedError) -> UserSettings =
        { _ throws(FeedError) in throw .lacking("profiles") }
    /// How many cards wait for the user, by the server's count.
    public var metrics: @Sendable () async throws(FeedError) -> UserMetrics =
        { () throws(FeedError) in throw .lacking("metrics") }
    /// Registers a device for notifications, in each environment that the server has and that is asked for; returns
    /// those. Registering again changes nothing.
    public var registerDevice: @Sendable (DeviceRegistration) async throws(FeedError) -> [PushEnvironment] =
        { _ throws(FeedError) in throw .lacking("devices") }
    /// Takes a registration back; one that is not there is no error. Returns the environments it was taken out of.
    public var deregisterDevice: @Sendable (DeviceRegistration) async throws(FeedError) -> [PushEnvironment] =
        { _ throws(FeedError) in throw .lacking("devices") }
    /// Says which streams a device wants notifications of.
    public var registerStreams: @Sendable (StreamRegistration) async throws(FeedError) -> Void =
        { _ throws(FeedError) in throw .lacking("devices") }

    public typealias Upload =
        @Sendable (UploadTarget, UploadFile, _ onProgress: @escaping @Sendable (Int) -> Void) async throws(FeedError)
        -> UploadReceipt

    /// - Parameter upload: For a source that takes no files, leave it out.
    public init(
        snapshot: @escaping @Sendable (StreamID, String?) async throws(FeedError) -> FeedPage,
        changes: @escaping @Sendable (StreamID, FeedCursor) async throws(FeedError) -> FeedDelta?,
        act: @escaping @Sendable (ActionRequest) async throws(FeedError) -> ActionReceipt,
        upload: @escaping Upload = { _, _, _ throws(FeedError) in throw .file("This server takes no files.") },
        openSocket: @escaping @Sendable () async throws(FeedError) -> FeedSocket
    ) {
        self.snapshot = snapshot
        self.changes = changes
        self.act = act
        self.upload = upload
        self.openSocket = openSocket
    }
}

extension FeedError {
    /// For a source that has no such thing.
    static func lacking(_ what: String) -> FeedError {
        .server(Problem(.notFound, detail: "This source of cards has no \(what)."), retryAfter: nil)
    }
}

/// An open push connection.
public struct FeedSocket: Sendable {
    public var hello: PushFrame.Hello
    /// Frames in order; ends when the connection is over, throwing a ``FeedError`` unless it was closed in peace.
    /// Whether the other end still lives is for the reader to ask, with a ping frame.
    /// Pulls: a frame not asked for stays in a bounded buffer, then in the kernel's.
    public var frames: AsyncThrowingStream<PushFrame, any Error>
    public var send: @Sendable (ClientFrame) async throws(FeedError) -> Void
    /// Closes with a close frame and a bounded wait. Idempotent.
    public var close: @Sendable () async -> Void

    public init(
        hello: PushFrame.Hello, frames: AsyncThrowingStream<PushFrame, any Error>,
        send: @escaping @Sendable (ClientFrame) async throws(FeedError) -> Void,
        close: @escaping @Sendable () async -> Void
    ) {
        self.hello = hello
        self.frames = frames
        self.send = send
        self.close = close
    }
}

extension FeedSocket {
    /// The same connection, on which every subscription asks for the cards of these filters only.
    package func filtered(by filters: @escaping @Sendable (StreamID) -> [CardFilter]) -> FeedSocket {
        var socket = self
        let send = send
        socket.send = { frame async throws(FeedError) in
            guard case .subscribe(var subscriptions) = frame else { return try await send(frame) }
            for index in subscriptions.indices {
                subscriptions[index].filters += filters(subscriptions[index].streamID)
            }
            try await send(.subscribe(subscriptions))
        }
        return socket
    }
}

/// Why a call to a server failed, as the wire tells it; a ``SourceError`` says what it means.
public enum FeedError: Error, Hashable, Sendable {
    /// Reset, time-out: try again later. The text is for the log.
    case network(String)
    /// No connection came about, as where it is refused: try again later. The text is for the log.
    case unreachable(String)
    /// This machine has no usable network: no name is resolved, no route leads there. The text is for the log.
    case noNetwork(String)
    /// There is a network, but it knows no host of this name.
    case hostNotFound(String)
    /// Something on this machine is in the way.
    case local(SyncStatus.LocalProblem)
    /// The certificate or the handshake was refused: do not try again soon. The text says why.
    case tls(String)
    /// The request policy of this program denied the request: do not try again soon. The text says why.
    case denied(String)
    /// The server's answer was an error. Carries `Retry-After` in seconds where it was given.
    case server(Problem, retryAfter: Double?)
    /// The answer made no sense: HTML, truncated, of another protocol, too large.
    case malformed(String)
    /// A web server that is no feed at all. The text says so, and what it answered.
    case notFeed(String)
    /// The server does not upgrade to WebSocket though HTTP works.
    case socketRefused(status: Int)
    /// The connection was closed by the other side with this code (RFC 6455 7.4).
    case closed(code: Int, reason: String)
    /// The file to upload cannot be read, or is not what it was. The text is for the user.
    case file(String)
    /// The token provider gave none in time.
    case noToken(String)
    case cancelled

    /// Whether the source may have got the request all the same. False only where it is certain that nothing of it has left
    /// this machine.
    public var mayHaveArrived: Bool {
        switch self {
        case .unreachable, .noNetwork, .hostNotFound, .local, .tls, .denied, .noToken, .file: false
        case .network, .server, .malformed, .notFeed, .socketRefused, .closed, .cancelled: true
        }
    }
}
