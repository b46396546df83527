internal import AppRuntime
internal import Basics
internal import CardSession
internal import Cards
internal import FeedSync

/// The account that the settings name, with its token read once, for who does something to a profile's store that must
/// not be done in another's name.
struct ProfileAccount: Sendable {
    let setup: Setup
    /// Gives what was read, and asks anew where that is refused. Nil where no token is needed, or none is set.
    let token: TokenSource?
    /// Why the token could not be read.
    let failure: TokenFailure?
    /// Whom the token names.
    private let user: String?

    /// - Parameter end: How long the token is waited for.
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

    /// As `watch` names it in what it keeps.
    var watchSource: String { ViewerAccess.source(of: user, setup) }

    /// Whether a store's owner is this account, as far as can be told: without a token its server is compared.
    func owns(_ owner: String) -> Bool {
        if setup.config.server != nil, token == nil || failure != nil {
            return owner == source || owner.hasSuffix(" at \(source)")
        }
        // By bytes: names that only look the same are different users.
        return owner.utf8.elementsEqual(name.utf8)
    }

    /// As a store names its owner.
    var name: String {
        let user = setup.config.server == nil ? setup.config.user.rawValue : user
        return user.map { "\($0) at \(source)" } ?? source
    }

    private var source: String {
        guard let server = setup.config.server else { return ViewerNetwork.sourceName }
        return CardSession.sourceName(server: server, environment: setup.config.environment)
    }

    /// The flags, or without any the variables, that name the account for this one command; empty where the configuration
    /// does.
    var placesOfOneCommand: [String] {
        let origins = Setup.account.compactMap { setup.origins[$0] }
        let flags = origins.filter { if case .flag = $0 { true } else { false } }
        let variables = origins.filter { if case .variable = $0 { true } else { false } }
        let named = (flags.isEmpty ? variables : flags).map(\.place)
        return named.isEmpty && setup.isFileOfFlag ? ["--config"] : named
    }

    /// Whether the token is one of a flag, so that it is meant, and cannot be read.
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
                // Cancelled when it is no longer wanted.
                try? await Task.sleep(until: end, clock: .continuous)
                return .failure(TokenFailure(reason: "\(source.name): no answer in time"))
            }) ?? .failure(TokenFailure(reason: "\(source.name): cancelled"))
    }
}
