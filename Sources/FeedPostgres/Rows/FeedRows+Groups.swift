import Cards
import FeedAPI
import FeedEngine
import Postgres

/// Reads and writes groups of users.
extension FeedRows {
    /// The groups of an environment, sorted by name.
    func groups(of environment: EnvironmentID) throws -> [UserGroup] {
        try database.all(
            "SELECT name, users, updatedAt FROM userGroup WHERE environment = $1 ORDER BY name", [environment.rawValue]
        ) { row in
            UserGroup(
                name: GroupName(stored: row[0]), users: FeedCoder.decodeStoredUsers(row.bytes(1)),
                updatedAt: FeedTime.date(milliseconds: row[2]))
        }
    }

    func groups(_ needs: FeedNeeds) throws -> [StoredGroup] {
        try needs.groups.flatMap { environment in
            try groups(of: environment).map { StoredGroup(environment: environment, group: $0) }
        }
    }

    func writeGroups(_ changes: FeedChanges) throws {
        for id in changes.removedGroups {
            try database.enqueue(
                "DELETE FROM userGroup WHERE environment = $1 AND name = $2",
                [id.environment.rawValue, id.name.rawValue])
        }
        for stored in changes.groups {
            try database.enqueue(
                """
                INSERT INTO userGroup (environment, name, users, updatedAt) VALUES ($1, $2, $3, $4)
                ON CONFLICT (environment, name) DO UPDATE SET users = excluded.users, updatedAt = excluded.updatedAt
                """,
                [
                    stored.environment.rawValue, stored.group.name.rawValue, FeedCoder.encodeStored(stored.group.users),
                    FeedTime.milliseconds(stored.group.updatedAt),
                ])
        }
    }
}
