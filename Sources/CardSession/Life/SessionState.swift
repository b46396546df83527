internal import CardSources
internal import Cards

/// What a session knows of itself besides its cards. Kept under one lock.
struct SessionState {
    /// What a login is made of, as far as it was given.
    struct Credentials {
        var environmentID: String?
        var apiKey: String?
        var provider: (any TokenProviding)?
        var baseURL: String?
        var authorityFile: String?

        /// The first thing that is missing, in words; nil when nothing is.
        var missing: String? {
            if environmentID == nil || apiKey == nil { return "the environment id or the API key" }
            if provider == nil { return "the token provider" }
            return baseURL == nil ? "the API's base URL" : nil
        }
    }

    var credentials = Credentials()
    var accessGate = StoreAccessGate()
    /// Asks who the user is, and whether the store is theirs; of the last login.
    var identify: (@Sendable () async throws(SourceError) -> Void)?
    var requestPolicy: RequestPolicy?
    /// Whether there is a connection, whatever it was made from.
    var isLoggedIn = false
    var isLoggingOut = false
    var isClosed = false
    /// Counts logouts: who began to watch before one does not go on after it.
    var life = 0
    var apiProtocol = APIProtocol.webSocket
    var clientAppVersion = CardSession.unknownClientAppVersion
    /// What the host says of itself with every event for the publisher.
    var hostContext = JSONObject()
    /// Whether the publisher is told of anything but answers.
    var sendsAnalytics = true
    /// Whether the source passes events on; one that is not known yet may.
    var acceptsAnalytics = true
    /// What the source can do; nil before the first connection.
    var capabilities: SourceCapabilities?
    /// Seconds between two batches of events for the publisher.
    var flushInterval = CardSession.eventFlushInterval
    /// Who the user is, from the token; and which token that was.
    var userID: String?
    var tokenMark: Int?
    /// The event observer, and a closure that ends its subscription to the store.
    var listener: EventListener?
    var stopFeeds: (@Sendable () -> Void)?
    /// Whether the publisher is told that there is a session: not of one that only sends what others left.
    var emitsInitialisation = true
    /// After a logout: what is told then is of nobody.
    var isMuted = false
    /// The device that notifications are registered for.
    var device: DeviceRegistration?
    var log = SessionLog()
    /// The server's last refusal to log in, until it gives another answer.
    var refusal: RequestError.Cause?
    /// How the connection stood last.
    var status: SyncStatus?
    /// Streams of the connection itself, with intervals of their own where they have any.
    var streams: [StreamID] = []
    var intervals: [StreamID: Double] = [:]
    /// The interval of streams without one of their own.
    var standardInterval = 15.0
    /// How many cards containers show at most, by stream, where the host says so.
    var visibleLimits: [StreamID: Int] = [:]
    var observers: [Int: any SessionObserver] = [:]
    private var lastNumber = 0

    /// What a login makes of it; nil while something is missing.
    var connection: Connection? {
        guard credentials.missing == nil, let environment = credentials.environmentID, let key = credentials.apiKey,
            let provider = credentials.provider, let url = credentials.baseURL
        else { return nil }
        let (streams, intervals) = followed
        var connection = Connection(
            server: url, environment: environment, apiKey: key, token: provider.source, streams: streams,
            delivery: apiProtocol == .http ? .polling(interval: 15) : .push(fallbackInterval: 15),
            authorityFile: credentials.authorityFile, requestPolicy: requestPolicy)
        connection.intervals = intervals
        connection.tokenExpiryInterval = provider.expiryInterval
        connection.tokenRetryInterval = provider.retryInterval
        connection.userIDAttribute = provider.userIDAttribute
        return connection
    }

    mutating func add<Observer: SessionObserver>(_ make: (Int) -> Observer) -> Observer {
        lastNumber += 1
        let observer = make(lastNumber)
        observers[lastNumber] = observer
        return observer
    }

    /// The streams whose changes come as they happen, or have been asked for by now.
    var streamsInStep: [StreamID] {
        switch status?.connection {
        case .live, .polling: followed.streams
        case .connecting, .offline, .stopped, nil: []
        }
    }

    /// What the connection has to follow: its own streams, and those that are observed. Of several intervals for one
    /// stream the shortest counts; 0 asks once.
    var followed: (streams: [StreamID], intervals: [StreamID: Double]) {
        var all = streams
        var intervals = intervals
        for observer in observers.values.sorted(by: { $0.number < $1.number }) {
            guard let (stream, interval) = observer.followRequest else { continue }
            if !all.contains(stream) { all.append(stream) }
            let others = intervals[stream] ?? (streams.contains(stream) ? standardInterval : nil)
            let requested = [interval, others].compactMap(\.self)
            intervals[stream] = requested.filter { $0 > 0 }.min() ?? 0
        }
        // One too many would keep all of them waiting.
        return (Array(all.prefix(CardSession.streamLimit)), intervals)
    }
}

/// Somebody who watches something of a session, until it is cancelled or the session is logged out.
protocol SessionObserver: AnyObject, Sendable {
    var number: Int { get }
    /// The stream that the connection has to follow for it, and seconds between two looks; nil for none.
    var followRequest: (StreamID, Double)? { get }
    /// How the connection stands now.
    func handle(_ status: SyncStatus)
    /// Somebody else may have logged in: nothing more of what is stored, until it is known who.
    func withhold(in session: CardSession)
    /// No more of it; the error says why, nil that it was cancelled.
    func end(_ error: RequestError?)
}

extension SessionObserver {
    func withhold(in session: CardSession) {}
}
