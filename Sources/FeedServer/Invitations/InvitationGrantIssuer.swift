import Basics
import Cards
import Crypto
import FeedAPI
import FeedEngine

import struct Foundation.Date

/// Issues credentials for invited users, and limits how often an address may try codes.
final class InvitationGrantIssuer: Sendable {
    /// The keys from which the credentials of an environment's users are created.
    private struct IssuingKeys: Sendable {
        var viewerKey: String
        var secret: String
        /// The claim of the token with the user's id.
        var userClaim: String
    }

    private let issuingKeys: Lock<[EnvironmentID: IssuingKeys]>
    private let limiter = Lock(AttemptLimiter())

    init(_ config: ServerConfig) { issuingKeys = Lock(Self.issuingKeys(of: config)) }

    /// Replaces the keys with those of another configuration.
    func replace(_ config: ServerConfig) {
        let new = Self.issuingKeys(of: config)
        issuingKeys.withLock { $0 = new }
    }

    private static func issuingKeys(of config: ServerConfig) -> [EnvironmentID: IssuingKeys] {
        var issuingKeys: [EnvironmentID: IssuingKeys] = [:]
        for environment in config.environments {
            for key in environment.viewerKeys where issuingKeys[environment.id] == nil {
                guard case .hs256(let secret) = key.verification else { continue }
                issuingKeys[environment.id] = IssuingKeys(
                    viewerKey: key.key, secret: secret, userClaim: environment.userClaim ?? TokenMint.userClaim)
            }
        }
        return issuingKeys
    }

    /// - Throws: ``Problem`` of type `not-offered` if a login service issues the tokens of the environment.
    func requireIssuer(of environment: EnvironmentID) throws(Problem) {
        guard issuingKeys.withLock({ $0[environment] }) != nil else { throw Self.noIssuer }
    }

    private static let noIssuer = Problem(
        .notOffered, title: "This environment has no invitations",
        detail:
            "Only a login service can make tokens for this environment: the server has only that service's public key. "
            + "Users log in through that service: cardstream login URL --token-command COMMAND.")

    static func hash(of code: InvitationCode) -> [UInt8] { Array(SHA256.hash(data: code.bytes)) }

    func grant(for invitation: StoredInvitation, now: Date) throws(Problem) -> InvitationGrant {
        guard let keys = issuingKeys.withLock({ $0[invitation.environment] }) else { throw Self.noIssuer }
        let lifetime = Double(invitation.tokenDays) * 86_400
        let token = TokenMint.mint(
            user: invitation.user.rawValue, secret: keys.secret, claim: keys.userClaim, now: now,
            lifetime: lifetime)
        return InvitationGrant(
            environment: invitation.environment, user: invitation.user, viewerKey: keys.viewerKey, token: token,
            tokenExpiresAt: now.addingTimeInterval(lifetime))
    }

    // MARK: Attempts

    /// - Throws: ``Problem`` of type `too-many-requests` while the address is locked out.
    func requireAttempt(of origin: ConnectionOrigin, now: Date) throws(Problem) {
        guard let seconds = limiter.withLock({ $0.secondsLocked(origin, now: now) }) else { return }
        throw Problem(
            .tooManyRequests, title: "Too many wrong codes",
            detail:
                "Your IP address has sent \(AttemptLimiter.mostFailures) wrong codes in a minute.",
            retryAfter: max(1, Int(seconds.rounded(.up))))
    }

    func recordFailure(of origin: ConnectionOrigin, now: Date) {
        limiter.withLock { $0.recordFailure(of: origin, now: now) }
    }
}
