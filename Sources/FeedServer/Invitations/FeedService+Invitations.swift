import Cards
import FeedAPI
import FeedEngine
import FeedStorage

import struct Foundation.UUID

/// Invitations: publishers create them, and invited users exchange their codes for credentials.
extension FeedService {
    func makeInvitation(
        _ request: InvitationRequest, environment: EnvironmentID
    ) async throws(Problem) -> Invitation {
        try invitations.requireIssuer(of: environment)
        let now = clock.now()
        let code = InvitationCode.random()
        let stored = StoredInvitation(
            id: InvitationID(stored: UUID().uuidString.lowercased()), environment: environment, user: request.user,
            hash: InvitationGrantIssuer.hash(of: code), createdAt: FeedTime.milliseconds(now),
            expiresAt: FeedTime.milliseconds(now.addingTimeInterval(Double(request.seconds))),
            tokenDays: request.tokenDays)
        _ = try await run(MakeInvitation(stored))
        return Invitation(stored, code: code)
    }

    /// The invitations whose codes can still be exchanged, oldest first.
    func openInvitations(of environment: EnvironmentID) async throws(Problem) -> [Invitation] {
        let now = FeedTime.milliseconds(clock.now())
        return try await storage.invitations(of: environment).filter { $0.isOpen(at: now) }.map { Invitation($0) }
    }

    func revokeInvitation(_ id: InvitationID, environment: EnvironmentID) async throws(Problem) {
        _ = try await run(RevokeInvitation(id, of: environment))
    }

    /// Exchanges a code for credentials. Each code works only once.
    ///
    /// - Parameter body: `{"code","user"?}`. Text that is not a code counts as a wrong code.
    func exchangeInvitation(_ body: [UInt8], from origin: ConnectionOrigin) async throws(Problem) -> InvitationGrant {
        let now = clock.now()
        try invitations.requireAttempt(of: origin, now: now)
        let redeemed: StoredInvitation
        do throws(Problem) {
            let exchange = try FeedCoder.decodeExchange(body)
            let command = RedeemInvitation(
                hash: InvitationGrantIssuer.hash(of: exchange.code), for: exchange.user, now: now)
            redeemed = try await run(command).reply
        } catch {
            if [.unknownInvitation, .invitationEnded].contains(error.type) {
                invitations.recordFailure(of: origin, now: now)
            }
            throw error
        }
        return try invitations.grant(for: redeemed, now: now)
    }
}

extension Invitation {
    /// The invitation as its publisher sees it.
    fileprivate init(_ stored: StoredInvitation, code: InvitationCode? = nil) {
        self.init(
            id: stored.id, user: stored.user, createdAt: FeedTime.date(milliseconds: stored.createdAt),
            expiresAt: FeedTime.date(milliseconds: stored.expiresAt), code: code)
    }
}
