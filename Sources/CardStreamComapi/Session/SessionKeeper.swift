import Basics
import Cards
import CurlTransport
import VendorClient

import struct Foundation.Date

/// Holds the session. Starts a new one when there is none, or the current one has expired or was refused. All callers
/// share one start.
actor SessionKeeper {
    /// The time limit of the authenticator in seconds.
    static let authenticatorLimit = 5.0
    /// Seconds after a failed start during which ``token()`` throws the same error instead of starting a session.
    /// ``start()`` does not wait.
    static let pauseAfterFailure = 5.0

    private let space: ComapiSpace
    private let network: ComapiNetwork
    private let clock: SyncClock
    private var current: StoredSession?
    /// Whether the session's expiry is checked. False if the session has already expired by this machine's clock when
    /// it starts: one of the two clocks is wrong, so the session is used until the service refuses it.
    private var currentExpires = true
    /// Loads the stored session, once for all callers.
    private var loading: Task<Void, Never>?
    private var starting: Task<Result<StoredSession, ComapiError>, Never>?
    private var failure: (error: ComapiError, until: Double)?
    private var expiry: Task<Void, Never>?
    /// The number of times that the session was ended. A running start or load discards its result if the number has
    /// changed.
    private var ends = 0
    nonisolated let states = Broadcast<SessionState>(initial: .none)

    init(_ space: ComapiSpace, _ network: ComapiNetwork, _ clock: SyncClock) {
        self.space = space
        self.network = network
        self.clock = clock
    }

    deinit { expiry?.cancel() }

    /// Returns the token of a valid session. Starts a session if necessary.
    func token() async throws(ComapiError) -> String { try await valid(isExplicit: false).token }

    /// Starts a session, unless a valid one exists.
    func start() async throws(ComapiError) -> ComapiSession { try await valid(isExplicit: true).session }

    /// The session; nil if there is no valid one.
    func activeSession() async -> StoredSession? {
        await load()
        return current.flatMap { !currentExpires || $0.session.isValid(at: clock.now()) ? $0 : nil }
    }

    /// Discards the session if it has this token, which the service has refused. Keeps a session that was started in
    /// the meantime.
    func refuse(_ token: String) async {
        guard current?.token == token else { return }
        await set(nil)
    }

    /// Ends the session on this machine, and returns it so that the caller can end it at the service.
    func end() async -> StoredSession? {
        await load()
        ends += 1
        starting?.cancel()
        starting = nil
        failure = nil
        let ended = current
        await set(nil)
        states.send(.none)
        return ended
    }

    // MARK: Implementation

    private func valid(isExplicit: Bool) async throws(ComapiError) -> StoredSession {
        if let session = await activeSession() { return session }
        if !isExplicit, let failure, clock.uptime() < failure.until { throw failure.error }
        let task: Task<Result<StoredSession, ComapiError>, Never>
        if let starting {
            task = starting
        } else {
            let number = ends
            task = Task { await self.startNow(number) }
            starting = task
            states.send(.starting)
        }
        return try await task.value.get()
    }

    private func startNow(_ number: Int) async -> Result<StoredSession, ComapiError> {
        let result = await Self.newSession(space, network, clock)
        guard number == ends else { return .failure(ComapiError(.sessionEnded, "the session ended in the meantime")) }
        starting = nil
        switch result {
        case .success(let session):
            failure = nil
            await set(session)
            states.send(.active(session.session))
        case .failure(let error):
            failure = (error, clock.uptime() + Self.pauseAfterFailure)
            states.send(.failed(error))
        }
        return result
    }

    private func load() async {
        let task = loading ?? Task { await self.readStored() }
        loading = task
        await task.value
    }

    private func readStored() async {
        let number = ends
        guard let stored = await space.storage.session(ofSpace: space.id), current == nil, number == ends,
            stored.session.isValid(at: clock.now())
        else { return }
        current = stored
        renewAtExpiry(of: stored)
        states.send(.active(stored.session))
    }

    private func set(_ session: StoredSession?) async {
        current = session
        expiry?.cancel()
        expiry = nil
        if let session {
            currentExpires = session.session.isValid(at: clock.now())
            if currentExpires { renewAtExpiry(of: session) }
        }
        await space.storage.store(session, ofSpace: space.id)
    }

    /// Starts a new session when this one expires, so that the WebSocket is not closed with it.
    private func renewAtExpiry(of stored: StoredSession) {
        guard let expiresOn = stored.session.expiresOn else { return }
        expiry = Task { [weak self, clock] in
            while !Task.isCancelled {
                let left = expiresOn.timeIntervalSince(clock.now())
                // Sleeps at most 60 seconds, because the wall clock may be set in the meantime.
                guard left > 0 else { break }
                await clock.sleep(clock.uptime() + min(left, 60))
            }
            guard !Task.isCancelled else { return }
            // A failure is reported as a state, and the next call tries again.
            _ = try? await self?.renew(stored)
        }
    }

    private func renew(_ expired: StoredSession) async throws(ComapiError) {
        guard current == expired else { return }
        _ = try await valid(isExplicit: true)
    }

    /// Requests a challenge, sends the token for it, and returns the session of the response.
    private static func newSession(
        _ space: ComapiSpace, _ network: ComapiNetwork, _ clock: SyncClock
    ) async -> Result<StoredSession, ComapiError> {
        do throws(ComapiError) {
            let caller = ComapiCaller(space: space, network: network)
            let response = try await caller.send(ComapiRequest("GET", "sessions", "start"), token: nil).object()
            guard let id = response.text("authenticationId"), let nonce = response.text("nonce") else {
                throw ComapiError(.malformedAnswer, "the service's challenge has no authenticationId or no nonce")
            }
            let challenge = AuthenticationChallenge(
                authenticationID: id, provider: response.text("provider") ?? "jsonWebToken", nonce: nonce,
                expiresOn: response.date("expiresOn"))
            let token = try await answerChallenge(challenge, space.authenticator, clock)
            var request = ComapiRequest("POST", "sessions")
            request.body = .object(space.device.sessionBody(challenge, token: token))
            request.purpose = .changing
            let started = try await caller.send(request, token: nil).object()
            guard let token = started.text("token"), let session = started.object("session").flatMap(ComapiSession.init)
            else { throw ComapiError(.malformedAnswer, "the service's response has no token or no session") }
            return .success(StoredSession(session: session, token: token))
        } catch { return .failure(error) }
    }

    private static func answerChallenge(
        _ challenge: AuthenticationChallenge, _ authenticator: any ComapiAuthenticator, _ clock: SyncClock
    ) async throws(ComapiError) -> String {
        let limit = clock.uptime() + authenticatorLimit
        let result = await firstResult(
            of: {
                do {
                    guard let token = try await authenticator.token(for: challenge) else {
                        return Result<String, ComapiError>.failure(
                            ComapiError(.missingToken, "there is no token: the user is not logged in"))
                    }
                    return .success(token)
                } catch {
                    return .failure(ComapiError(.missingToken, "there is no token: \(error)".escapingControls))
                }
            },
            {
                await clock.sleep(limit)
                return .failure(
                    ComapiError(.missingToken, "there is no token: the authenticator did not respond within 5 seconds"))
            })
        guard let result else { throw ComapiError(.cancelled, "the call was cancelled") }
        return try result.get()
    }
}
