public import CardSources
public import Cards

/// A connection to a server of this protocol: over the network, in the same process, or in a test. `FeedSource` makes
/// it a source of cards.
public struct FeedClient: Sendable {
    /// Loads the first page (`page` nil) or a later one of a stream's snapshot.
    public var snapshot: @Sendable (_ stream: StreamID, _ page: String?) async throws(FeedError) -> FeedPage
    /// Loads the changes since a cursor; nil if there are none (HTTP 304).
    public var changes: @Sendable (_ stream: StreamID, _ since: FeedCursor) async throws(FeedError) -> FeedDelta?
    public var act: @Sendable (ActionRequest) async throws(FeedError) -> ActionReceipt
    /// Uploads a file for a card's file input. The callback gets the increasing number of sent bytes, from any thread.
    /// Cancelling the task cancels the upload.
    public var upload: Upload
    /// Loads a page of a card.
    public var page: @Sendable (_ name: String, CardID, StreamID) async throws(FeedError) -> [Component] =
        { _, _, _ throws(FeedError) in throw .lacking("pages") }
    /// Opens the push connection; returns when the server's hello has arrived.
    public var openSocket: @Sendable () async throws(FeedError) -> FeedSocket

    // Operations beyond cards. By default they throw; a test double sets only what it needs.

    /// Sends at most ``AnalyticsBatch/mostRecords`` analytics records. Records count once by their id, so that a batch
    /// whose answer was lost can be sent again.
    public var sendAnalytics: @Sendable ([AnalyticsRecord]) async throws(FeedError) -> AnalyticsReceipt =
        { _ throws(FeedError) in throw .lacking("analytics") }
    /// Sends a custom event; events with the same id count once.
    public var sendEvent: @Sendable (CustomEvent) async throws(FeedError) -> Void =
        { _ throws(FeedError) in throw .lacking("events") }
    /// Loads the user's profile; empty if nothing was ever set.
    public var user: @Sendable () async throws(FeedError) -> UserSettings =
        { () throws(FeedError) in throw .lacking("profiles") }
    /// Changes the fields that are set and returns the updated profile.
    public var updateUser: @Sendable (UserSettings) async throws(FeedError) -> UserSettings =
        { _ throws(FeedError) in throw .lacking("profiles") }
    /// Loads the server's counts of the user's cards.
    public var metrics: @Sendable () async throws(FeedError) -> UserMetrics =
        { () throws(FeedError) in throw .lacking("metrics") }
    /// Registers a device for notifications in the requested environments that the server has, and returns those.
    /// Idempotent.
    public var registerDevice: @Sendable (DeviceRegistration) async throws(FeedError) -> [PushEnvironment] =
        { _ throws(FeedError) in throw .lacking("devices") }
    /// Removes a registration and returns the environments it was removed from; a missing registration is no error.
    public var deregisterDevice: @Sendable (DeviceRegistration) async throws(FeedError) -> [PushEnvironment] =
        { _ throws(FeedError) in throw .lacking("devices") }
    /// Sets the streams that a device wants notifications of.
    public var registerStreams: @Sendable (StreamRegistration) async throws(FeedError) -> Void =
        { _ throws(FeedError) in throw .lacking("devices") }

    public typealias Upload =
        @Sendable (UploadTarget, UploadFile, _ onProgress: @escaping @Sendable (Int) -> Void) async throws(FeedError)
        -> UploadReceipt

    /// - Parameter upload: Leave it out for a server that accepts no files.
    public init(
        snapshot: @escaping @Sendable (StreamID, String?) async throws(FeedError) -> FeedPage,
        changes: @escaping @Sendable (StreamID, FeedCursor) async throws(FeedError) -> FeedDelta?,
        act: @escaping @Sendable (ActionRequest) async throws(FeedError) -> ActionReceipt,
        upload: @escaping Upload = { _, _, _ throws(FeedError) in throw .file("This server accepts no files.") },
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
    /// The error of an operation that the server does not support.
    static func lacking(_ what: String) -> FeedError {
        .server(Problem(.notFound, detail: "This source of cards does not support \(what)."), retryAfter: nil)
    }
}

/// An open push connection.
public struct FeedSocket: Sendable {
    public var hello: PushFrame.Hello
    /// Frames in order. The stream ends when the connection is closed, and throws a ``FeedError`` unless it was closed
    /// normally. The reader checks with ping frames whether the peer is alive. Frames are pulled: unread ones stay in a
    /// bounded buffer, then in the kernel's.
    public var frames: AsyncThrowingStream<PushFrame, any Error>
    public var send: @Sendable (ClientFrame) async throws(FeedError) -> Void
    /// Closes the connection with a close frame and a limited wait. Idempotent.
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
    /// The same connection, with filters added to all subscriptions.
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

/// Why a call to a server failed, in terms of the wire format; ``SourceError`` is its meaning for a session.
public enum FeedError: Error, Hashable, Sendable {
    /// The connection broke or timed out: retry later. The text is for the log.
    case network(String)
    /// No connection could be established, for example because it was refused: retry later. The text is for the log.
    case unreachable(String)
    /// This machine has no usable network: no name resolution or no route. The text is for the log.
    case noNetwork(String)
    /// The network works, but the host name does not exist.
    case hostNotFound(String)
    /// A problem of this machine.
    case local(SyncStatus.LocalProblem)
    /// The TLS certificate or handshake was refused: do not retry soon. The text says why.
    case tls(String)
    /// The request policy of this program denied the request: do not retry soon. The text says why.
    case denied(String)
    /// The server answered with an error. Includes `Retry-After` in seconds if it was given.
    case server(Problem, retryAfter: Double?)
    /// The answer was malformed: HTML, truncated, of another protocol, or too large.
    case malformed(String)
    /// The web server is not a card server. The text contains its answer.
    case notFeed(String)
    /// The server does not upgrade to WebSocket although HTTP works.
    case socketRefused(status: Int)
    /// The peer closed the connection with this code (RFC 6455, 7.4).
    case closed(code: Int, reason: String)
    /// The file to upload cannot be read or has changed. The text is for the user.
    case file(String)
    /// The token provider returned none in time.
    case noToken(String)
    case cancelled

    /// Whether the server may have received the request. False only if it is certain that nothing was sent.
    public var mayHaveArrived: Bool {
        switch self {
        case .unreachable, .noNetwork, .hostNotFound, .local, .tls, .denied, .noToken, .file: false
        case .network, .server, .malformed, .notFeed, .socketRefused, .closed, .cancelled: true
        }
    }
}
