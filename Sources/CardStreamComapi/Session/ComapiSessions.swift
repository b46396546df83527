import Cards
import VendorClient

/// The user's session. Every other call starts one if there is none.
public struct ComapiSessions: Sendable {
    let keeper: SessionKeeper
    let caller: AuthorisedCaller
    let live: LiveEvents

    /// Starts a session, unless a valid one is there. Several calls at once start one.
    ///
    /// - Throws: ``ComapiError``.
    @discardableResult
    public func start() async throws(ComapiError) -> ComapiSession { try await keeper.start() }

    /// The session if it is valid now; nil otherwise.
    public func current() async -> ComapiSession? { await keeper.activeSession()?.session }

    /// The id of the user's profile; nil without a session.
    public func profileID() async -> String? { await current()?.profileID }

    /// The states from now on, beginning with the present one.
    public func states() -> AsyncStream<SessionState> { keeper.states.values() }

    /// Ends the session here and at the service, and closes the WebSocket. Without a connection it ends here only, and
    /// at the service when it expires.
    ///
    /// - Throws: ``ComapiError`` if the service could not be told. The session has ended on this machine in any case.
    public func end() async throws(ComapiError) {
        await live.close()
        guard let ended = await keeper.end() else { return }
        do throws(ComapiError) {
            _ = try await caller.caller.send(
                ComapiRequest("DELETE", "sessions", ended.session.id), token: ended.token)
        } catch {
            // It has ended already.
            if error.code != .notFound && error.code != .unauthorized && error.code != .conflict { throw error }
        }
    }

    /// Sets where the service sends pushes for this session.
    ///
    /// - Throws: ``ComapiError``.
    public func setPushToken(_ token: ComapiPushToken) async throws(ComapiError) {
        let session = try await keeper.start()
        var request = ComapiRequest("PUT", "sessions", session.id, "push")
        request.body = .object(token.json)
        request.purpose = .changing
        try await caller.send(request)
    }

    /// Stops pushes for this session.
    ///
    /// - Throws: ``ComapiError``.
    public func removePushToken() async throws(ComapiError) {
        let session = try await keeper.start()
        var request = ComapiRequest("DELETE", "sessions", session.id, "push")
        request.purpose = .changing
        try await caller.send(request)
    }
}
