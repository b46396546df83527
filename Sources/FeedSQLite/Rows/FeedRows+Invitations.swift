import Cards
import FeedAPI
import FeedEngine
import SQLite

/// Reads and writes invitations.
extension FeedRows {
    private static let invitationColumns = "id, environment, user, hash, createdAt, expiresAt, tokenDays, usedAt"

    func invitations(_ needs: FeedNeeds) throws -> [StoredInvitation] {
        var invitations: [StoredInvitation] = []
        for hash in needs.invitationHashes {
            let select = try database.statement("SELECT \(Self.invitationColumns) FROM invitation WHERE hash = ?")
            invitations += try select.all([hash]) { Self.invitation($0) }
        }
        for environment in needs.invitations { invitations += try self.invitations(of: environment) }
        return invitations
    }

    /// The invitations of an environment, oldest first.
    func invitations(of environment: EnvironmentID) throws -> [StoredInvitation] {
        try database.statement(
            "SELECT \(Self.invitationColumns) FROM invitation WHERE environment = ? ORDER BY createdAt, id"
        ).all([environment.rawValue]) { Self.invitation($0) }
    }

    private static func invitation(_ row: borrowing Row) -> StoredInvitation {
        StoredInvitation(
            id: InvitationID(stored: row[0]), environment: EnvironmentID(stored: row[1]), user: UserID(stored: row[2]),
            hash: row.bytes(3), createdAt: row[4], expiresAt: row[5], tokenDays: row[6], usedAt: row[7])
    }

    func writeInvitations(_ changes: FeedChanges) throws {
        for invitation in changes.invitations {
            try database.statement(
                """
                INSERT INTO invitation (\(Self.invitationColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET usedAt = excluded.usedAt
                """
            ).run([
                invitation.id.rawValue, invitation.environment.rawValue, invitation.user.rawValue, invitation.hash,
                invitation.createdAt, invitation.expiresAt, invitation.tokenDays, invitation.usedAt,
            ])
        }
        for id in changes.removedInvitations {
            try database.statement("DELETE FROM invitation WHERE id = ?").run([id.rawValue])
        }
    }
}
