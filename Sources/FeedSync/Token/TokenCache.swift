package import Basics
package import CardSources

import struct Foundation.Date

/// Caches a valid token. Requests a new one before it expires, never concurrently, and not immediately after a failure.
package actor TokenCache {
    package struct Settings: Hashable, Sendable {
        /// How long before `exp` a new token is requested, in seconds.
        package var refreshBefore: Double
        /// The time between two requests to a failing provider, in seconds.
        package var retryInterval: Double
        /// The time limit of the provider in seconds.
        package var limit: Double
        /// The claim with the user's id; nil uses ``JWTClaims/userClaims``.
        package var userClaim: String?

        package init(
            refreshBefore: Double = 60, retryInterval: Double = 5, limit: Double = 5, userClaim: String? = nil
        ) {
            self.refreshBefore = refreshBefore
            self.retryInterval = retryInterval
            self.limit = limit
            self.userClaim = userClaim
        }
    }

    /// How long a new token is used without checking its expiry, in seconds.
    private static let newness = 5.0
    /// The minimum number of seconds between two requests of ``hasSuccessor()``, even if the provider sets no interval.
    private static let successorPause = 1.0

    private struct PendingRequest {
        var refusals: Int
        var task: Task<Result<String, SourceError>, Never>
    }

    private let provider: TokenProvider
    private let settings: Settings
    private let clock: SyncClock
    private var current: (token: String, expiresAt: Date?, receivedAt: Double)?
    private var refused: String?
    private var running: PendingRequest?
    /// Incremented with every refusal: a request that started before it may return the refused token.
    private var refusals = 0
    private var lastFailure: (error: SourceError, until: Double)?

    package init(provider: TokenProvider, settings: Settings = Settings(), clock: SyncClock) {
        self.provider = provider
        self.settings = settings
        self.clock = clock
    }

    /// A valid token from the cache or the provider. If the provider fails, the previous token is used until it
    /// expires.
    package func token() async throws(SourceError) -> String {
        if let current {
            // A token whose lifetime is shorter than the margin, or seems so because a clock is wrong, must not be
            // renewed for every call.
            let isNew = clock.uptime() - current.receivedAt < Self.newness
            if isNew || isFresh(current.expiresAt, margin: settings.refreshBefore) { return current.token }
        }
        let fallback = current.flatMap { isFresh($0.expiresAt, margin: 0) ? $0.token : nil }
        if let lastFailure, clock.uptime() < lastFailure.until {
            if let fallback { return fallback }
            throw lastFailure.error
        }
        switch await ask() {
        case .success(let token): return token
        case .failure(let error):
            if let fallback { return fallback }
            throw error
        }
    }

    /// The user named by the token.
    package func userID() async throws(SourceError) -> String? {
        JWTClaims(token: try await token(), userClaim: settings.userClaim)?.userID
    }

    /// Marks the token as refused: the next call asks the provider.
    package func invalidate() {
        refused = current?.token ?? refused
        current = nil
        lastFailure = nil
        refusals += 1
    }

    /// Makes the next call ask the provider, even right after a failure.
    package func forgetFailure() { lastFailure = nil }

    /// Whether the provider has a token that differs from the refused one.
    package func hasNewToken() async -> Bool {
        guard case .success(let token) = await ask() else { return false }
        return token != refused
    }

    /// Marks a token of this cache as refused. Returns whether there is a new one: one that arrived in the meantime, or
    /// one that the provider returns when asked again.
    package func replace(_ token: String?) async -> Bool {
        if let token, let current, current.token != token { return true }
        invalidate()
        // Another token may be refused in the meantime; compare the next one with this one.
        let old = token ?? refused
        guard case .success(let next) = await ask() else { return false }
        return next != old
    }

    /// Waits until the current token is about to expire, then requests a new one repeatedly until there is one.
    ///
    /// - Returns: Whether there is a new token. False if the current one never expires or has expired, or if the task
    ///   was cancelled.
    package func hasSuccessor() async -> Bool {
        guard let token = current?.token, let expiresAt = current?.expiresAt else { return false }
        // At most a quarter of the lifetime: otherwise a short-lived token would be replaced immediately.
        let margin = min(settings.refreshBefore, expiresAt.timeIntervalSince(clock.now()) / 4)
        while !Task.isCancelled {
            let left = expiresAt.timeIntervalSince(clock.now())
            guard left > 0 else { return false }
            if left > margin {
                await clock.sleep(clock.uptime() + left - margin)
                continue
            }
            // Ignore errors: the old token is still used, and the request is repeated below.
            if let next = try? await self.token(), next != token { return true }
            // The retry interval applies only to a provider that failed, not to one that returned the same token.
            let pause = lastFailure.map { max($0.until - clock.uptime(), Self.successorPause) } ?? Self.newness
            await clock.sleep(clock.uptime() + min(pause, left))
        }
        return false
    }

    private func isFresh(_ expiresAt: Date?, margin: Double) -> Bool {
        expiresAt.map { $0.timeIntervalSince(clock.now()) > margin } ?? true
    }

    /// Makes one request at a time. Drops the result of a request that started before a refusal, and requests again.
    private func ask() async -> Result<String, SourceError> {
        while true {
            let question = running ?? PendingRequest(refusals: refusals, task: Task { await self.answer() })
            running = question
            let result = await question.task.value
            let isFirst = running?.task == question.task
            if isFirst { running = nil }
            guard question.refusals == refusals else { continue }
            if isFirst { record(result) }
            return result
        }
    }

    private func record(_ result: Result<String, SourceError>) {
        switch result {
        case .success(let token):
            current = (token, JWTClaims(token: token, userClaim: settings.userClaim)?.expiresAt, clock.uptime())
            lastFailure = nil
        case .failure(let error): lastFailure = (error, clock.uptime() + settings.retryInterval)
        }
    }

    /// The provider's result, or a failure after the time limit.
    private func answer() async -> Result<String, SourceError> {
        let (answers, continuation) = AsyncStream.makeStream(
            of: Result<String, SourceError>.self, bufferingPolicy: .bufferingOldest(1))
        let call = Task { [provider] in
            do throws(SourceError) {
                continuation.yield(.success(try await provider.fetch()))
            } catch {
                continuation.yield(.failure(error))
            }
        }
        let limit = clock.uptime() + settings.limit
        let timeout = Task { [clock, provider] in
            await clock.sleep(limit)
            continuation.yield(.failure(.noToken("\(provider.name): no response in time")))
        }
        defer {
            call.cancel()
            timeout.cancel()
        }
        for await answer in answers { return answer }
        return .failure(.cancelled)
    }
}
