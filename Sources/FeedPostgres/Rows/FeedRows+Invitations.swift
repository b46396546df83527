import Cards
import FeedAPI
import FeedEngine
import Postgres

/// Reads and writes invitations.
extension FeedRows {
    private static let invitationColumns = "id, environment, userID, hash, createdAt, expiresAt, tokenDays, usedAt"

    /// Loads invitations and locks them.
    func invitations(_ needs: FeedNeeds) throws -> [StoredInvitation] {
        var invitations: [StoredInvitation] = []
        for hash in needs.invitationHashes {
            invitations += try database.all(
                "SELECT \(Self.invitationColumns) FROM invitation WHERE hash = $1 FOR UPDATE", [hash]
            ) { Self.invitation($0) }
        }
        for environment in needs.invitations {
            invitations += try database.all(
                """
                SELECT \(Self.invitationColumns) FROM invitation WHERE environment = $1 ORDER BY createdAt, id FOR UPDATE
                """, [environment.rawValue]
            ) { Self.invitation($0) }
        }
        return invitations
    }

    /// The invitations of an environment, oldest first.
    func invitations(of environment: EnvironmentID) throws -> [StoredInvitation] {
        try database.all(
            "SELECT \(Self.invitationColumns) FROM invitation WHERE environment = $1 ORDER BY createdAt, id",
            [environment.rawValue]
        ) { Self.invitation($0) }
    }

    private static func invitation(_ row: borrowing Row) -> StoredInvitation {
        StoredInvitation(
            id: InvitationID(stored: row[0]), environment: EnvironmentID(stored: row[1]), user: UserID(stored: row[2]),
            hash: row.bytes(3), createdAt: row[4], expiresAt: row[5], tokenDays: row[6], usedAt: row[7])
    }

    func writeInvitations(_ changes: FeedChanges) throws {
        for invitation in changes.invitations {
            try database.enqueue(
                """
                INSERT INTO invitation (\(Self.invitationColumns)) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
                ON CONFLICT (id) DO UPDATE SET usedAt = excluded.usedAt
                """,
                [
                    invitation.id.rawValue, invitation.environment.rawValue, invitation.user.rawValue, invitation.hash,
                    invitation.createdAt, invitation.expiresAt, invitation.tokenDays, invitation.usedAt,
                ])
        }
        for id in changes.removedInvitations {
            try database.enqueue("DELETE FROM invitation WHERE id = $1", [id.rawValue])
        }
    }
}
