import Basics
internal import CardSources
internal import Cards

/// The state of a session in addition to its cards. Guarded by one lock.
struct SessionState {
    /// The credentials of a login, as far as they were set.
    struct Credentials {
        var environmentID: String?
        var apiKey: String?
        var provider: (any TokenProviding)?
        var baseURL: String?
        var authorityFile: String?

        /// The name of the first missing credential; nil if all are set.
        var missing: String? {
            if environmentID == nil || apiKey == nil { return "the environment id or the API key" }
            if provider == nil { return "the token provider" }
            return baseURL == nil ? "the API's base URL" : nil
        }
    }

    var credentials = Credentials()
    var accessGate = StoreAccessGate()
    /// Identifies the user of the latest login and checks whether the store belongs to that user.
    var identify: (@Sendable () async throws(SourceError) -> Void)?
    var requestPolicy: RequestPolicy?
    /// Whether there is a login or another kind of connection.
    var isLoggedIn = false
    var isLoggingOut = false
    var isClosed = false
    var apiProtocol = APIProtocol.webSocket
    var clientAppVersion = CardSession.unknownClientAppVersion
    /// The host's properties that are added to every event for the publisher.
    var hostContext = JSONObject()
    /// Whether the publisher gets events other than answers.
    var sendsAnalytics = true
    /// Whether the source accepts events; true while this is unknown.
    var acceptsAnalytics = true
    /// The capabilities of the source; nil before the first connection.
    var capabilities: SourceCapabilities?
    /// Seconds between two batches of events for the publisher.
    var flushInterval = CardSession.eventFlushInterval.seconds
    /// The user that the token names, and a hash of that token.
    var userID: String?
    var tokenMark: Int?
    /// The observers of events, and a closure that ends their subscription to the store.
    var listeners: [EventListener] = []
    var stopFeeds: (@Sendable () -> Void)?
    /// Whether the publisher gets the initialisation event; false for a session that only sends what other sessions
    /// left.
    var emitsInitialisation = true
    /// True after a logout: events no longer belong to a user.
    var isMuted = false
    /// The device registered for notifications.
    var device: DeviceRegistration?
    var log = SessionLog()
    /// The server's last refusal of the login, until it sends a different response.
    var refusal: RequestError.Cause?
    /// The sessions over the same store; nil until it is shared.
    var group: StoreGroup?
    /// Whether another process leads the store.
    var isFollower = false
    /// The last status of the session; a follower's is the leader's.
    var status: SyncStatus?
    /// The readers of statuses and of the results of actions.
    var statusReaders = SequenceReaders<SyncStatus>()
    var deliveryReaders = SequenceReaders<CardSession.Delivery>()
    /// The last status of the connection alone; nil in a follower.
    var connectionStatus: SyncStatus?
    /// The host's handler of the session's status.
    var onStatus: (@Sendable (SyncStatus) -> Void)?
    /// The attached sources, in the order in which they were attached.
    var attached: [AttachedSource] = []
    /// The streams of attached sources and of detached ones, with the name of the source.
    var assigned: [StreamID: String] = [:]
    /// Whether ``assigned`` was read from the store.
    var knowsAssigned = false
    var reporting = SingleRun()
    var timekeeping = SingleRun()
    /// The connection's own streams.
    var streams: [StreamID] = []
    var intervals: [StreamID: Double] = [:]
    /// The interval of streams without their own.
    var standardInterval = 15.0
    /// The host's limits of visible cards, by stream.
    var visibleLimits: [StreamID: Int] = [:]
    var observers: [Int: any SessionObserver] = [:]
    private var lastNumber = 0

    /// The connection for the credentials; nil while one is missing.
    var connection: CardSession.Connection? {
        guard credentials.missing == nil, let environment = credentials.environmentID, let key = credentials.apiKey,
            let provider = credentials.provider, let url = credentials.baseURL
        else { return nil }
        let (streams, intervals) = followed
        var connection = CardSession.Connection(
            server: url, environment: environment, apiKey: key, token: provider.source, streams: streams,
            delivery: apiProtocol == .http ? .polling(interval: .seconds(15)) : .push(fallbackInterval: .seconds(15)),
            authorityFile: credentials.authorityFile, requestPolicy: requestPolicy)
        connection.intervals = intervals.mapValues { .waiting($0) }
        connection.tokenExpiryInterval = provider.expiryInterval
        connection.tokenRetryInterval = provider.retryInterval
        connection.userIDAttribute = provider.userIDAttribute
        return connection
    }

    mutating func add<Observer: SessionObserver>(_ make: (Int) -> Observer) -> Observer {
        let number = nextNumber()
        let observer = make(number)
        observers[number] = observer
        return observer
    }

    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// The streams that are live, or were polled at least once.
    var streamsInStep: [StreamID] {
        switch status?.connection {
        case .live, .polling: followed.streams
        case .connecting, .offline, .stopped, nil: []
        }
    }

    /// The streams that the connection follows: its own and observed ones, without those of other sources. If there are
    /// several intervals for a stream, the shortest applies; 0 loads the stream once.
    var followed: (streams: [StreamID], intervals: [StreamID: Double]) {
        var all = streams.filter(isOfConnection)
        var intervals = intervals
        for observer in observers.values.sorted(by: { $0.number < $1.number }) {
            guard let (stream, interval) = observer.followRequest, isOfConnection(stream) else { continue }
            if !all.contains(stream) { all.append(stream) }
            let others = intervals[stream] ?? (streams.contains(stream) ? standardInterval : nil)
            let requested = [interval, others].compactMap(\.self)
            intervals[stream] = requested.filter { $0 > 0 }.min() ?? 0
        }
        // The server refuses all streams if there are too many.
        return (Array(all.prefix(CardSession.streamLimit)), intervals)
    }
}

/// An observer of something in a session, until it is cancelled or the session is logged out.
protocol SessionObserver: AnyObject, Sendable {
    var number: Int { get }
    /// The stream that the connection must follow for this observer, and its polling interval in seconds; nil for none.
    var followRequest: (StreamID, Double)? { get }
    /// Called with the new state of the connection.
    func handle(_ status: SyncStatus)
    /// Withholds stored data until the user is known, because another user may have logged in.
    func withhold(in session: CardSession)
    /// Ends the observation. The error is the reason; nil if it was cancelled.
    func end(_ error: RequestError?)
}

extension SessionObserver {
    func withhold(in session: CardSession) {}
}
