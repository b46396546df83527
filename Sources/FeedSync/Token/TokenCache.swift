package import Basics
package import CardSources

import struct Foundation.Date

/// Keeps a valid token at hand: asks its provider before the old one expires, never twice at once, and not again
/// right after a failure.
package actor TokenCache {
    package struct Settings: Hashable, Sendable {
        /// Seconds before `exp` at which a new token is asked for.
        package var refreshBefore: Double
        /// Seconds between two questions to a provider that fails.
        package var retryInterval: Double
        /// Seconds a provider may take.
        package var limit: Double
        /// The claim that names the user; nil looks for the usual ones.
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

    /// Seconds that a token just given is used without a look at its time.
    private static let newness = 5.0
    /// Seconds between two questions of ``hasSuccessor()`` at least, also to a provider that may be asked at once.
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
    /// Counts refusals: what was asked for before one may be the very token that was refused.
    private var refusals = 0
    private var lastFailure: (error: SourceError, until: Double)?

    package init(provider: TokenProvider, settings: Settings = Settings(), clock: SyncClock) {
        self.provider = provider
        self.settings = settings
        self.clock = clock
    }

    /// A token that is good for a while, from memory or from the provider. When the provider fails, the old one
    /// serves until it has expired.
    package func token() async throws(SourceError) -> String {
        if let current {
            // One that lives shorter than the margin, or seems to because a clock is wrong, is not asked for at
            // every call.
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

    /// Who the token says we are.
    package func userID() async throws(SourceError) -> String? {
        JWTClaims(token: try await token(), userClaim: settings.userClaim)?.userID
    }

    /// The server refused the token: the next call asks the provider.
    package func invalidate() {
        refused = current?.token ?? refused
        current = nil
        lastFailure = nil
        refusals += 1
    }

    /// The next call asks the provider, however short ago it failed.
    package func forgetFailure() { lastFailure = nil }

    /// Whether the provider gives another token than the refused one by now.
    package func hasNewToken() async -> Bool {
        guard case .success(let token) = await ask() else { return false }
        return token != refused
    }

    /// The server refused a token of this keeper's. Returns whether there is another one now: one that came meanwhile, or
    /// one that the provider gives when it is asked again.
    package func replace(_ token: String?) async -> Bool {
        if let token, let current, current.token != token { return true }
        invalidate()
        // Somebody else may be refused meanwhile: this one's token is what the next is compared with.
        let old = token ?? refused
        guard case .success(let next) = await ask() else { return false }
        return next != old
    }

    /// Waits until the token at hand is about to expire and asks for the next, for as long as it takes.
    ///
    /// - Returns: Whether there is another one. False when the one at hand never expires, has expired meanwhile, or
    ///   the task was cancelled.
    package func hasSuccessor() async -> Bool {
        guard let token = current?.token, let expiresAt = current?.expiresAt else { return false }
        // A quarter of the life of a short one: else it would be replaced as soon as it is used.
        let margin = min(settings.refreshBefore, expiresAt.timeIntervalSince(clock.now()) / 4)
        while !Task.isCancelled {
            let left = expiresAt.timeIntervalSince(clock.now())
            guard left > 0 else { return false }
            if left > margin {
                await clock.sleep(clock.uptime() + left - margin)
                continue
            }
            // A failure leaves the old one in use and is asked again below.
            if let next = try? await self.token(), next != token { return true }
            // Only a provider that failed is left alone for the retry interval; one that gave the same token is not.
            let pause = lastFailure.map { max($0.until - clock.uptime(), Self.successorPause) } ?? Self.newness
            await clock.sleep(clock.uptime() + min(pause, left))
        }
        return false
    }

    private func isFresh(_ expiresAt: Date?, margin: Double) -> Bool {
        expiresAt.map { $0.timeIntervalSince(clock.now()) > margin } ?? true
    }

    /// One question at a time. An answer to a question from before a refusal is dropped, and asked for again.
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

    /// The provider's answer or a failure after the limit, whichever comes first.
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
            continuation.yield(.failure(.noToken("\(provider.name): no answer in time")))
        }
        defer {
            call.cancel()
            timeout.cancel()
        }
        for await answer in answers { return answer }
        return .failure(.cancelled)
    }
}
