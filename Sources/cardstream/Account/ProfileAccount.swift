internal import AppRuntime
internal import Basics
internal import CardSession
internal import Cards
internal import FeedSync

/// The configured account. The token is read once. For commands that must not change a store of another account.
struct ProfileAccount: Sendable {
    let setup: Setup
    /// Returns the token that was already read; if the server refuses it, reads it again. Nil if no token is needed or
    /// configured.
    let token: TokenSource?
    /// Why the token could not be read; nil if it was read or is not needed.
    let failure: TokenFailure?
    /// The user that the token names; nil if it is not known.
    private let user: String?

    /// - Parameter end: The deadline for reading the token.
    init(_ setup: Setup, until end: ContinuousClock.Instant) async {
        self.setup = setup
        guard setup.config.server != nil, let source = setup.tokenSource else {
            (token, failure, user) = (nil, nil, nil)
            return
        }
        let result = await Self.read(source, until: end)
        let first = Lock<Result<String, TokenFailure>?>(result)
        token = .custom {
            let read = first.withLock { first in
                defer { first = nil }
                return first
            }
            if let read { return try read.get() }
            return try await source.read()
        }
        switch result {
        case .success(let text): (failure, user) = (nil, JWTClaims(token: text)?.userID)
        case .failure(let reason): (failure, user) = (reason, nil)
        }
    }

    /// The name of the account in the state of `watch`.
    var watchSource: String { ViewerAccess.source(of: user, setup) }

    /// Whether this account owns a store. If there is no readable token, only the server is compared.
    func owns(_ owner: String) -> Bool {
        if setup.config.server != nil, token == nil || failure != nil { return Self.isOfSource(owner, setup) }
        // Compares bytes, because names that are only canonically equivalent belong to different users.
        return owner.utf8.elementsEqual(name.utf8)
    }

    /// The name of the account as the owner of a store.
    var name: String {
        let user = setup.config.server == nil ? setup.config.user.rawValue : user
        let source = Self.source(setup)
        return user.map { "\($0) at \(source)" } ?? source
    }

    /// Whether an owner of a store is a user of the configured server, or of the profile's own feed. No token is read.
    static func isOfSource(_ owner: String, _ setup: Setup) -> Bool {
        let source = source(setup)
        return owner == source || owner.hasSuffix(" at \(source)")
    }

    /// The user name in an owner of a store; nil if the owner is not a user of the configured server or of the
    /// profile's own feed.
    static func user(ofOwner owner: String, _ setup: Setup) -> String? {
        let end = " at \(source(setup))"
        return owner.hasSuffix(end) ? String(owner.dropLast(end.count)) : nil
    }

    /// Whether an owner of a store is a user of the profile's own feed, whose cards stay in that feed.
    static func isOfOwnFeed(_ owner: String) -> Bool { owner.hasSuffix(" at \(ViewerNetwork.sourceName)") }

    /// The name of the configured server, or else of the profile's own feed, for messages.
    static func source(_ setup: Setup) -> String {
        guard let server = setup.config.server else { return ViewerNetwork.sourceName }
        return CardSession.sourceName(server: server, environment: setup.config.environment)
    }

    /// The flags, or else the environment variables, that set the account only for this command. Empty if the
    /// configuration sets it.
    var placesOfOneCommand: [String] {
        let origins = Setup.account.compactMap { setup.origins[$0] }
        let flags = origins.filter { if case .flag = $0 { true } else { false } }
        let variables = origins.filter { if case .variable = $0 { true } else { false } }
        let named = (flags.isEmpty ? variables : flags).map(\.place)
        return named.isEmpty && setup.isFileOfFlag ? ["--config"] : named
    }

    /// Whether the token was given by a flag and cannot be read.
    var isUnknownByFlag: Bool {
        let isFlag = ["token_file", "token_command"].contains { name in
            if case .flag = setup.origins[name] { true } else { false }
        }
        return isFlag && failure != nil
    }

    private static func read(
        _ source: TokenSource, until end: ContinuousClock.Instant
    ) async -> Result<String, TokenFailure> {
        await firstResult(
            of: {
                do throws(TokenFailure) { return .success(try await source.read()) } catch { return .failure(error) }
            },
            {
                // Cancellation only means that the timer is no longer needed.
                try? await Task.sleep(until: end, clock: .continuous)
                return .failure(TokenFailure(reason: "\(source.name): no response in time"))
            }) ?? .failure(TokenFailure(reason: "\(source.name): cancelled"))
    }
}
