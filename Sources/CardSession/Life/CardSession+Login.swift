import Basics
public import Cards
internal import CurlTransport
public import Logging

extension CardSession {
    /// The reported version until the host sets one.
    public static let unknownClientAppVersion = "unknown"
    /// The maximum length of a client version in characters; longer ones are cut.
    public static let clientAppVersionLimit = AnalyticsRecord.clientAppVersionLimit

    /// Sets everything that a connection needs, and connects; equivalent to
    /// ``initialise(environmentID:apiKey:hostContext:)``, ``setTokenProvider(_:)`` and ``setBaseURL(_:authorityFile:)``
    /// in turn. Does not wait for the network: a wrong key or an unreachable server shows in later requests.
    ///
    /// Stored data is withheld until a token has identified the user, online or offline. Data of another user is
    /// removed first. Unsent actions of another user are never discarded: requests then fail until that user has logged
    /// in again.
    ///
    /// - Parameters:
    ///   - baseURL: `https://HOST[:PORT][/PATH]`. Use `http://` only for a server on this machine or on a trusted
    ///     network: it sends the key and token unencrypted.
    ///   - authorityFile: A PEM file with the certificate authorities to trust instead of the system's.
    ///   - hostContext: Strings, numbers and booleans, at most 64, added to every event for the publisher until the
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

    /// Logs in with a closure that returns the token, or nil if there is none.
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

    // MARK: Login in steps

    /// The first step of a login in steps. The last of the three steps connects.
    ///
    /// - Parameter hostContext: See ``login(environmentID:apiKey:tokenProvider:baseURL:authorityFile:hostContext:)``;
    ///   replaces the previous one.
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

    /// One of the steps of a login. Called later, it replaces the provider: stored data is withheld until the new token
    /// has identified the user, and observers continue.
    ///
    /// - Throws: ``RequestError/invalidArgument(_:)``, and ``RequestError/aborted(_:)`` once the session is closed.
    public func setTokenProvider(_ provider: any TokenProviding) async throws(RequestError) {
        try provider.checkIntervals()
        try await use { $0.credentials.provider = provider }
    }

    /// One of the steps of a login. Called later, it connects to another server, in the same way as
    /// ``setTokenProvider(_:)`` with another provider.
    ///
    /// - Throws: ``RequestError/invalidArgument(_:)``, and ``RequestError/aborted(_:)`` once the session is closed.
    public func setBaseURL(_ url: String, authorityFile: String? = nil) async throws(RequestError) {
        try Self.check(url: url)
        try await use { state in
            state.credentials.baseURL = url
            state.credentials.authorityFile = authorityFile
        }
    }

    /// Changes the credentials of a login, and connects once they are complete.
    ///
    /// - Parameters:
    ///   - keepsUser: Whether it is certainly the same user, so that stored data need not be withheld.
    ///   - change: Called with the lock held, so that concurrent steps do not overwrite each other.
    private func use(
        keepsUser: Bool = false, _ change: @Sendable (inout SessionState) -> Void
    ) async throws(RequestError) {
        let (refusal, login): (RequestError?, (CardSession.Connection, number: Int)?) = state.withLock { state in
            if state.isClosed { return (.sessionClosed, nil) }
            if state.isLoggingOut { return (.loggingOut, nil) }
            change(&state)
            guard let connection = state.connection else { return (nil, nil) }
            return (nil, (connection, keepsUser ? state.accessGate.next() : state.accessGate.close()))
        }
        if let refusal { throw refusal }
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
        // The environment id and the API key are sent as HTTP headers.
        guard !text.isEmpty, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw .invalidArgument("the \(name) must contain only printable ASCII characters, without spaces")
        }
    }

    private static func check(_ hostContext: JSONObject) throws(RequestError) {
        do { try InvalidField.check(flat: hostContext, "/hostContext", most: 64) } catch {
            throw .invalidArgument("\(error)".escapingControls)
        }
    }

    private static func check(url text: String) throws(RequestError) {
        guard ServerURL(text) != nil, text.lowercased().hasPrefix("http") else {
            throw .invalidArgument("the base URL must be like https://cards.example.com, without a user or a fragment")
        }
    }

    // MARK: Settings

    /// Sets the policy that is asked about every request to the server, before it is sent and after the server's
    /// certificate has been verified. Set it before the login: with an existing connection, it reconnects. It also
    /// applies to later logins.
    ///
    /// - Parameter policy: Nil, the default, allows all.
    /// - Throws: ``RequestError/aborted(_:)`` once the session is closed or while it is logging out.
    public func setRequestPolicy(_ policy: RequestPolicy?) async throws(RequestError) {
        try await use(keepsUser: true) { $0.requestPolicy = policy }
    }

    /// Sets how changes arrive from the server. Takes effect immediately, for the life of the session. May be called at
    /// any time.
    public func setAPIProtocol(_ apiProtocol: APIProtocol) async {
        let isChanged = state.withLock { state in
            defer { state.apiProtocol = apiProtocol }
            return state.apiProtocol != apiProtocol
        }
        if isChanged { log(.operations, "protocol", ["protocol": apiProtocol.rawValue]) }
        await link.setProtocol(apiProtocol)
    }

    /// Sets the version of the host program, which is added to every event for the publisher. It is cut after 128
    /// characters; an empty string resets it.
    public func setClientAppVersion(_ version: String) {
        let kept = Self.clientAppVersion(version)
        state.withLock { $0.clientAppVersion = kept }
    }

    static func clientAppVersion(_ version: String) -> String {
        version.isEmpty ? unknownClientAppVersion : String(version.prefix(clientAppVersionLimit))
    }

    /// The version of the host program, or "unknown".
    public var clientAppVersion: String { state.withLock { $0.clientAppVersion } }

    /// Sets how much the session logs. Off by default; leave it off in released programs.
    ///
    /// - Parameter logger: The host's logger, whose level must let the messages through. Nil, the default, creates one
    ///   that logs everything.
    public func setDebugLevel(_ level: DebugLevel, logger: Logger? = nil) {
        let log = logger ?? .lettingAllThrough
        state.withLock { $0.log = SessionLog(level: level, logger: log) }
    }

    /// Whether there was a login, and no logout since.
    public var isLoggedIn: Bool { state.withLock { $0.isLoggedIn } }

    // MARK: Implementation

    /// Throws unless the session is logged in or has an attached source.
    func requireLogin() throws(RequestError) {
        let (isLoggedIn, isLoggingOut, isClosed, missing) = state.withLock { state in
            (
                state.isLoggedIn || !state.attached.isEmpty, state.isLoggingOut, state.isClosed,
                state.credentials.missing
            )
        }
        if isClosed { throw .sessionClosed }
        if isLoggingOut { throw .loggingOut }
        guard isLoggedIn else { throw .notLoggedIn(missing: missing ?? "a login") }
    }

    /// Logs a loss of data to the host's log.
    func warn(_ message: String, _ metadata: [String: String]) { state.withLock { $0.log }.warn(message, metadata) }

    func log(
        _ level: DebugLevel, _ message: @autoclosure () -> String, _ metadata: @autoclosure () -> [String: String] = [:]
    ) {
        let log = state.withLock { $0.log }
        log(level, message(), metadata())
    }
}
