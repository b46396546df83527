public import Cards
internal import CurlTransport
public import Logging

extension CardSession {
    /// What a version is reported as until the host tells its own.
    public static let unknownClientAppVersion = "unknown"
    /// Characters of a client's version that are kept.
    public static let clientAppVersionLimit = AnalyticsRecord.clientAppVersionLimit

    /// Says everything a connection needs, and connects; the same as ``initialise(environmentID:apiKey:hostContext:)``,
    /// ``setTokenProvider(_:)`` and ``setBaseURL(_:authorityFile:)`` in turn. Does not wait for the network: a wrong key
    /// or a server that is away shows in what is asked for next.
    ///
    /// - Parameters:
    ///   - baseURL: `https://HOST[:PORT][/PATH]`, or `http://` for a server on this machine.
    ///   - authorityFile: A PEM file with the authorities to trust instead of the system's.
    ///   - hostContext: Texts, numbers and truth values, 64 at most, that go with every event for the publisher until the
    ///     logout; none by default.
    /// - Throws: ``RequestError/invalidArgument(_:)``, and ``RequestError/aborted(_:)`` once the session is closed.
    public func login(
        environmentID: String, apiKey: String, tokenProvider: any TokenProviding, baseURL: String,
        authorityFile: String? = nil, hostContext: JSONObject = [:]
    ) async throws(RequestError) {
        try Self.check(hostContext)
        var credentials = SessionState.Credentials()
        credentials.environmentID = try Self.checked(environmentID, "environment id")
        credentials.apiKey = try Self.checked(apiKey, "API key")
        try tokenProvider.checkIntervals()
        credentials.provider = tokenProvider
        credentials.baseURL = try Self.checkedURL(baseURL)
        credentials.authorityFile = authorityFile
        try await use(credentials, hostContext: hostContext)
    }

    /// The same with a closure that gives the token, or nil where there is none.
    ///
    /// - Throws: ``RequestError/invalidArgument(_:)``, and ``RequestError/aborted(_:)`` once the session is closed.
    public func login(
        environmentID: String, apiKey: String, baseURL: String, authorityFile: String? = nil,
        hostContext: JSONObject = [:], token: @escaping @Sendable () async throws -> String?
    ) async throws(RequestError) {
        try await login(
            environmentID: environmentID, apiKey: apiKey, tokenProvider: TokenClosure(give: token), baseURL: baseURL,
            authorityFile: authorityFile, hostContext: hostContext)
    }

    // MARK: Step by step

    /// The first step of a login in steps. The last of the three connects.
    ///
    /// - Parameter hostContext: As of ``login(environmentID:apiKey:tokenProvider:baseURL:authorityFile:hostContext:)``; it
    ///   replaces the one before.
    /// - Throws: ``RequestError/invalidArgument(_:)``, and ``RequestError/aborted(_:)`` once the session is closed.
    public func initialise(
        environmentID: String, apiKey: String, hostContext: JSONObject = [:]
    ) async throws(RequestError) {
        try Self.check(hostContext)
        var credentials = state.withLock { $0.credentials }
        credentials.environmentID = try Self.checked(environmentID, "environment id")
        credentials.apiKey = try Self.checked(apiKey, "API key")
        try await use(credentials, hostContext: hostContext)
    }

    /// One of the steps of a login. Later, it replaces the provider.
    ///
    /// - Throws: ``RequestError/invalidArgument(_:)``, and ``RequestError/aborted(_:)`` once the session is closed.
    public func setTokenProvider(_ provider: any TokenProviding) async throws(RequestError) {
        try provider.checkIntervals()
        var credentials = state.withLock { $0.credentials }
        credentials.provider = provider
        try await use(credentials)
    }

    /// One of the steps of a login. Later, it connects to another server.
    ///
    /// - Throws: ``RequestError/invalidArgument(_:)``, and ``RequestError/aborted(_:)`` once the session is closed.
    public func setBaseURL(_ url: String, authorityFile: String? = nil) async throws(RequestError) {
        var credentials = state.withLock { $0.credentials }
        credentials.baseURL = try Self.checkedURL(url)
        credentials.authorityFile = authorityFile
        try await use(credentials)
    }

    /// Keeps what is known of a login, and connects once nothing is missing.
    private func use(
        _ credentials: SessionState.Credentials, hostContext: JSONObject? = nil
    ) async throws(RequestError) {
        let refusal: String? = state.withLock { state in
            if state.isClosed { return "the session is closed" }
            if state.isLoggingOut { return "the session is being logged out" }
            state.credentials = credentials
            if let hostContext { state.hostContext = hostContext }
            return nil
        }
        if let refusal { throw .aborted(RequestError.Cause(refusal)) }
        guard credentials.missing == nil, let environment = credentials.environmentID, let key = credentials.apiKey,
            let provider = credentials.provider, let url = credentials.baseURL
        else { return }
        let (streams, intervals, apiProtocol, policy) = state.withLock { state in
            (state.followed.streams, state.followed.intervals, state.apiProtocol, state.requestPolicy)
        }
        var connection = Connection(
            server: url, environment: environment, apiKey: key, token: provider.source, streams: streams,
            delivery: apiProtocol == .http ? .polling(interval: 15) : .push(fallbackInterval: 15),
            authorityFile: credentials.authorityFile, requestPolicy: policy)
        connection.intervals = intervals
        connection.tokenExpiryInterval = provider.expiryInterval
        connection.tokenRetryInterval = provider.retryInterval
        connection.userIDAttribute = provider.userIDAttribute
        log(.operations, "logging in", ["server": url, "environment": environment])
        await connect(connection, keepingStreams: [], onEvent: { _ in })
    }

    private static func checked(_ text: String, _ name: String) throws(RequestError) -> String {
        // They are sent as headers.
        guard !text.isEmpty, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw .invalidArgument("the \(name) must be a text of printable ASCII characters without spaces")
        }
        return text
    }

    private static func check(_ hostContext: JSONObject) throws(RequestError) {
        do { try InvalidField.check(flat: hostContext, "/hostContext", most: 64) } catch {
            throw .invalidArgument("\(error)".escapingControls)
        }
    }

    private static func checkedURL(_ text: String) throws(RequestError) -> String {
        guard ServerURL(text) != nil, text.lowercased().hasPrefix("http") else {
            throw .invalidArgument("the base URL must be like https://cards.example.com, without user or fragment")
        }
        return text
    }

    // MARK: Settings

    /// Sets what is asked about every request to the server, before it is sent and again when the server's certificate
    /// has been found valid. Best before the login: where there is one already, the connection is made anew. It stays for
    /// the next login, too.
    ///
    /// - Parameter policy: nil, as at first, allows all.
    /// - Throws: ``RequestError/aborted(_:)`` once the session is closed or while it is logging out.
    public func setRequestPolicy(_ policy: RequestPolicy?) async throws(RequestError) {
        let credentials = state.withLock { state in
            state.requestPolicy = policy
            return state.credentials
        }
        try await use(credentials)
    }

    /// Changes how cards come, at once and for as long as the session lives; may be called at any time.
    public func setAPIProtocol(_ apiProtocol: APIProtocol) async {
        let isNews = state.withLock { state in
            defer { state.apiProtocol = apiProtocol }
            return state.apiProtocol != apiProtocol
        }
        if isNews { log(.operations, "protocol", ["protocol": apiProtocol.rawValue]) }
        await link.setProtocol(apiProtocol)
    }

    /// Tells the version of the host program, which goes with every event for the publisher. What is longer than 128
    /// characters is cut; an empty text counts as not told.
    public func setClientAppVersion(_ version: String) {
        let kept = String(version.prefix(Self.clientAppVersionLimit))
        state.withLock { $0.clientAppVersion = kept.isEmpty ? Self.unknownClientAppVersion : kept }
    }

    /// What was told, or "unknown".
    public var clientAppVersion: String { state.withLock { $0.clientAppVersion } }

    /// Has the session tell a log what it does. Off at first, and to stay off in released programs.
    ///
    /// - Parameter logger: The host's own, with its handler and its level, which must let through what is wanted.
    public func setDebugLevel(_ level: DebugLevel, logger: Logger = Logger(label: "cardstream")) {
        state.withLock { $0.log = SessionLog(level: level, logger: logger) }
    }

    /// Whether a login was made, and no logout since.
    public var isLoggedIn: Bool { state.withLock { $0.isLoggedIn } }

    // MARK: Within

    /// Throws unless there is a login.
    func requireLogin() throws(RequestError) {
        let (isReady, isClosed, missing) = state.withLock { state in
            (state.isLoggedIn && !state.isLoggingOut, state.isClosed, state.credentials.missing)
        }
        if isClosed { throw .aborted(RequestError.Cause("the session is closed")) }
        guard isReady else { throw .notLoggedIn(missing: missing ?? "a login") }
    }

    /// Tells the host's log of a loss.
    func warn(_ message: String, _ metadata: [String: String]) { state.withLock { $0.log }.warn(message, metadata) }

    func log(
        _ level: DebugLevel, _ message: @autoclosure () -> String, _ metadata: @autoclosure () -> [String: String] = [:]
    ) {
        let log = state.withLock { $0.log }
        log(level, message(), metadata())
    }
}
