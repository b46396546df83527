import Basics
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
    /// What is stored here is given to nobody before a token has said who the user is, with or without the network: where
    /// it is another user's, it is removed first. Only what that user did and the server does not have is never thrown
    /// away: then everything that is asked for says so, until that user has logged in again.
    ///
    /// - Parameters:
    ///   - baseURL: `https://HOST[:PORT][/PATH]`; `http://` only for a server on this machine or where nobody can listen: key
    ///     and token travel readable.
    ///   - authorityFile: A PEM file with the authorities to trust instead of the system's.
    ///   - hostContext: Texts, numbers and truth values, 64 at most, that go with every event for the publisher until the
    ///     logout; none by default.
    /// - Throws: ``RequestError/invalidArgument(_:)``, and ``RequestError/aborted(_:)`` once the session is closed.
    public func login(
        environmentID: String, apiKey: String, tokenProvider: any TokenProviding, baseURL: String,
        authorityFile: String? = nil, hostContext: JSONObject = [:]
    ) async throws(RequestError) {
        try Self.check(hostContext)
        try Self.check(environmentID, "environment id")
        try Self.check(apiKey, "API key")
        try tokenProvider.checkIntervals()
        try Self.check(url: baseURL)
        try await use { state in
            state.credentials = SessionState.Credentials(
                environmentID: environmentID, apiKey: apiKey, provider: tokenProvider, baseURL: baseURL,
                authorityFile: authorityFile)
            state.hostContext = hostContext
        }
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
        try Self.check(environmentID, "environment id")
        try Self.check(apiKey, "API key")
        try await use { state in
            state.credentials.environmentID = environmentID
            state.credentials.apiKey = apiKey
            state.hostContext = hostContext
        }
    }

    /// One of the steps of a login. Later, it replaces the provider; what is stored is given out again once that has named the
    /// user, and observers go on with what they have.
    ///
    /// - Throws: ``RequestError/invalidArgument(_:)``, and ``RequestError/aborted(_:)`` once the session is closed.
    public func setTokenProvider(_ provider: any TokenProviding) async throws(RequestError) {
        try provider.checkIntervals()
        try await use { $0.credentials.provider = provider }
    }

    /// One of the steps of a login. Later, it connects to another server, as ``setTokenProvider(_:)`` with another provider.
    ///
    /// - Throws: ``RequestError/invalidArgument(_:)``, and ``RequestError/aborted(_:)`` once the session is closed.
    public func setBaseURL(_ url: String, authorityFile: String? = nil) async throws(RequestError) {
        try Self.check(url: url)
        try await use { state in
            state.credentials.baseURL = url
            state.credentials.authorityFile = authorityFile
        }
    }

    /// Changes what is known of a login, and connects once nothing is missing.
    ///
    /// - Parameters:
    ///   - keepsUser: Whether it is the same user's for sure, so that what is stored need not be held back.
    ///   - change: Made with the lock held: steps taken at the same time must not undo each other.
    private func use(
        keepsUser: Bool = false, _ change: @Sendable (inout SessionState) -> Void
    ) async throws(RequestError) {
        let (refusal, login): (String?, (Connection, number: Int)?) = state.withLock { state in
            if state.isClosed { return ("the session is closed", nil) }
            if state.isLoggingOut { return ("the session is being logged out", nil) }
            change(&state)
            guard let connection = state.connection else { return (nil, nil) }
            return (nil, (connection, keepsUser ? state.accessGate.next() : state.accessGate.close()))
        }
        if let refusal { throw .aborted(RequestError.Cause(refusal)) }
        guard let (connection, number) = login else { return }
        if !keepsUser {
            for observer in state.withLock({ Array($0.observers.values) }) { observer.withhold(in: self) }
        }
        log(
            .operations, "logging in",
            ["server": connection.server.maskingPasswords, "environment": connection.environment])
        await connect(connection, keepingStreams: [], number: number, onEvent: { _ in })
    }

    private static func check(_ text: String, _ name: String) throws(RequestError) {
        // They are sent as headers.
        guard !text.isEmpty, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw .invalidArgument("the \(name) must be a text of printable ASCII characters without spaces")
        }
    }

    private static func check(_ hostContext: JSONObject) throws(RequestError) {
        do { try InvalidField.check(flat: hostContext, "/hostContext", most: 64) } catch {
            throw .invalidArgument("\(error)".escapingControls)
        }
    }

    private static func check(url text: String) throws(RequestError) {
        guard ServerURL(text) != nil, text.lowercased().hasPrefix("http") else {
            throw .invalidArgument("the base URL must be like https://cards.example.com, without user or fragment")
        }
    }

    // MARK: Settings

    /// Sets what is asked about every request to the server, before it is sent and again when the server's certificate
    /// has been found valid. Best before the login: where there is one already, the connection is made anew. It stays for
    /// the next login, too.
    ///
    /// - Parameter policy: nil, as at first, allows all.
    /// - Throws: ``RequestError/aborted(_:)`` once the session is closed or while it is logging out.
    public func setRequestPolicy(_ policy: RequestPolicy?) async throws(RequestError) {
        try await use(keepsUser: true) { $0.requestPolicy = policy }
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
    /// - Parameter logger: The host's own, with its handler and its level, which must let through what is wanted. Nil, the
    ///   default, makes one that lets all through.
    public func setDebugLevel(_ level: DebugLevel, logger: Logger? = nil) {
        let log = logger ?? .lettingAllThrough
        state.withLock { $0.log = SessionLog(level: level, logger: log) }
    }

    /// Whether a login was made, and no logout since.
    public var isLoggedIn: Bool { state.withLock { $0.isLoggedIn } }

    // MARK: Within

    /// Throws unless there is a login that goes on.
    func requireLogin() throws(RequestError) {
        let (isLoggedIn, isLoggingOut, isClosed, missing) = state.withLock { state in
            (state.isLoggedIn, state.isLoggingOut, state.isClosed, state.credentials.missing)
        }
        if isClosed { throw .aborted(RequestError.Cause("the session is closed")) }
        if isLoggingOut { throw .loggingOut }
        guard isLoggedIn else { throw .notLoggedIn(missing: missing ?? "a login") }
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
