import Basics
import CardSession
import Cards
import FeedAPI
import FeedServer
import Foundation
import Support
import Testing

/// A host's token provider, as used by a session.
@Suite(.timeLimit(.minutes(1))) struct TokenProvidingTests {
    /// Symbols: session-delegate, token-*
    private struct Provider: TokenProviding {
        var expiryInterval = Duration.seconds(60)
        var retryInterval = Duration.zero
        var userIDAttribute: String?
        let asked = Lock(0)
        var give: @Sendable () async throws -> String?

        func token() async throws -> String? {
            asked.withLock { $0 += 1 }
            return try await give()
        }

        var count: Int { asked.withLock { $0 } }
    }

    /// A token without a valid signature, which no server accepts.
    private func token(_ claims: String) -> String {
        let payload = Data(claims.utf8).base64EncodedString().filter { $0 != "=" }
        return "eyJhbGciOiJFUzI1NiJ9.\(payload).c2ln"
    }

    private func login(_ provider: Provider, _ feed: TestFeed, _ url: String) async throws -> CardSession {
        let session = try CardSession(.memory)
        try await session.login(
            environmentID: feed.keys.environment.rawValue, apiKey: feed.keys.viewerKey, tokenProvider: provider,
            baseURL: url)
        return session
    }

    /// Sends a request that needs a token.
    private func ask(_ session: CardSession) async {
        // The result of the request does not matter.
        try? await session.send(CustomEvent(id: UUID().uuidString, name: "asked", at: Date()))
    }

    /// Symbols: session-delegate, initialise, base-url, token-ask
    @Test func `a login in steps brings cards once the last step is done`() async throws {
        let feed = try await TestFeed()
        let cards = try await feed.publish(makeBody())
        let mine = try await feed.token(of: "ana")
        try await feed.listening { url in
            let session = try CardSession(.memory)
            let provider = Provider { mine }
            try await session.setTokenProvider(provider)
            try await session.setBaseURL(url)
            #expect(!session.isLoggedIn && provider.count == 0)
            try await session.initialise(environmentID: feed.keys.environment.rawValue, apiKey: feed.keys.viewerKey)
            for await update in try session.observeStream(id: feed.stream) {
                #expect(try update.get().map(\.id) == cards)
                break
            }
            #expect(provider.count == 1)
            await session.close()
        }
    }

    /// Symbols: token-user
    @Test func `the user's id is read from the provider's claim`() async throws {
        let feed = try await TestFeed()
        let text = token(#"{"sub":"ana","member":"m7"}"#)
        try await feed.listening { url in
            for (attribute, user) in [("member", "m7"), (nil, "ana"), ("none", nil)] as [(String?, String?)] {
                let session = try CardSession(.memory)
                let events = Calls<SDKEvent>()
                session.observeEvents { events.record($0) }
                try await session.login(
                    environmentID: feed.keys.environment.rawValue, apiKey: feed.keys.viewerKey,
                    tokenProvider: Provider(userIDAttribute: attribute) { text }, baseURL: url)
                await ask(session)
                #expect(try await events.first("the login") { $0.kind == .sdkInitialized }.userID == user)
                await session.close()
            }
        }
    }

    /// Symbols: token-expiry
    @Test func `a token expires before its time by the provider's margin`() async throws {
        let feed = try await TestFeed()
        try await feed.listening { url in
            let text = TokenMint.mint(
                user: "ana", secret: feed.keys.secret, now: Date(), lifetime: 600)
            let early = Provider(expiryInterval: .seconds(3600)) { text }
            let late = Provider(expiryInterval: .seconds(60)) { text }
            let sessions = [try await login(early, feed, url), try await login(late, feed, url)]
            // A new token is used for 5 seconds without checking its expiry.
            try await eventually("another one is asked for") {
                for session in sessions { await ask(session) }
                return early.count == 2
            }
            #expect(late.count == 1)
            for session in sessions { await session.close() }
        }
    }

    /// Symbols: token-late
    @Test func `a provider that does not respond fails after 5 seconds`() async throws {
        let feed = try await TestFeed()
        try await feed.listening { url in
            let provider = Provider {
                try await Task.sleep(for: .seconds(60))
                return "late"
            }
            let start = ContinuousClock.now
            let session = try await login(provider, feed, url)
            for await update in try session.observeStream(id: feed.stream) {
                guard case .failure(.data(let cause)) = update else {
                    Issue.record("\(update)")
                    break
                }
                #expect(cause.reason.contains("no response in time"), "\(cause)")
                break
            }
            #expect((.seconds(4.5) ..< .seconds(30)).contains(ContinuousClock.now - start))
            await session.close()
        }
    }

    /// Symbols: token-retry
    @Test func `a provider that failed is not asked again before its retry interval`() async throws {
        let feed = try await TestFeed()
        try await feed.listening { url in
            let patient = Provider(retryInterval: .seconds(3600)) { nil }
            let eager = Provider(retryInterval: .zero) { nil }
            let sessions = [try await login(patient, feed, url), try await login(eager, feed, url)]
            for _ in 0..<5 { for session in sessions { await ask(session) } }
            #expect(patient.count == 1 && eager.count >= 5)
            for session in sessions { await session.close() }
        }
    }

    @Test func `a provider's error is reported without a quoted token`() async throws {
        struct Refused: Error { var request: String }
        let feed = try await TestFeed()
        let secret = token(#"{"sub": "ana"}"#)
        try await feed.listening { url in
            let provider = Provider { throw Refused(request: "POST /renew (Bearer \(secret))") }
            let session = try await login(provider, feed, url)
            let told = Calls<String>()
            try session.observeStream(id: feed.stream) { told.record("\($0)") }
            let words = try await told.first("the failure") { $0.contains("POST /renew") }
            #expect(!words.contains(secret) && words.contains("a token"), "\(words)")
            let error = await #expect(throws: RequestError.self) {
                try await session.send(CustomEvent(id: "1", name: "asked", at: Date()))
            }
            #expect(error?.explanation.contains("POST /renew") == true)
            #expect(!"\(error as Any)".contains(secret))
            await session.close()
        }
    }
}
