import Cards
import VendorClient

/// The user's session. Every other call starts one if there is none.
public struct ComapiSessions: Sendable {
    let keeper: SessionKeeper
    let caller: AuthorisedCaller
    let live: LiveEvents

    /// Starts a session, unless a valid one exists. Concurrent calls start one session together.
    ///
    /// - Throws: ``ComapiError``.
    @discardableResult
    public func start() async throws(ComapiError) -> ComapiSession { try await keeper.start() }

    /// The session; nil if there is no valid one.
    public func current() async -> ComapiSession? { await keeper.activeSession()?.session }

    /// The id of the user's profile; nil if there is no valid session.
    public func profileID() async -> String? { await current()?.profileID }

    /// The states from now on, beginning with the current one.
    public func states() -> AsyncStream<SessionState> { keeper.states.values() }

    /// Ends the session on this machine and at the service, and closes the WebSocket. If the service cannot be reached,
    /// the session there ends when it expires.
    ///
    /// - Throws: ``ComapiError`` if the request to the service fails. The session on this machine has ended in any
    ///   case.
    public func end() async throws(ComapiError) {
        await live.close()
        guard let ended = await keeper.end() else { return }
        do throws(ComapiError) {
            _ = try await caller.caller.send(
                ComapiRequest("DELETE", "sessions", ended.session.id), token: ended.token)
        } catch {
            // With these errors, the session at the service has already ended.
            if error.code != .notFound && error.code != .unauthorized && error.code != .conflict { throw error }
        }
    }

    /// Sets where the service sends push notifications for this session.
    ///
    /// - Throws: ``ComapiError``.
    public func setPushToken(_ token: ComapiPushToken) async throws(ComapiError) {
        let session = try await keeper.start()
        var request = ComapiRequest("PUT", "sessions", session.id, "push")
        request.body = .object(token.json)
        request.purpose = .changing
        try await caller.send(request)
    }

    /// Stops push notifications for this session.
    ///
    /// - Throws: ``ComapiError``.
    public func removePushToken() async throws(ComapiError) {
        let session = try await keeper.start()
        var request = ComapiRequest("DELETE", "sessions", session.id, "push")
        request.purpose = .changing
        try await caller.send(request)
    }
}
