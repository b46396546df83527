import Cards
import FeedAPI
import FeedEngine
import GRDB

import struct Foundation.Data
import struct Foundation.Date

/// Users, their devices, and how many cards wait for them.
extension FeedLog {
    // MARK: Profiles

    /// A user's profile; empty when nothing was ever set.
    func profile(of viewer: Viewer) async throws(Problem) -> UserSettings {
        try await read { try Self.profile(of: viewer, $0) }
    }

    static func profile(of viewer: Viewer, _ database: Database) throws -> UserSettings {
        let select = try database.cachedStatement(
            sql: "SELECT settings FROM profile WHERE environment = ? AND user = ?")
        guard let row = try Row.fetchOne(select, arguments: [viewer.environment.rawValue, viewer.user.rawValue]) else {
            return UserSettings()
        }
        return try FeedCoder.decodeUser(row.bytes(at: 0))
    }

    /// Changes what is given and returns all of it.
    func update(
        _ viewer: Viewer, by change: UserSettings, now: Date
    ) async throws(Problem) -> UserSettings {
        try await write { try Self.update(viewer, by: change, now: now, $0) }
    }

    private static func update(
        _ viewer: Viewer, by change: UserSettings, now: Date, _ database: Database
    ) throws -> UserSettings {
        let settings = try profile(of: viewer, database).changed(by: change)
        guard settings.custom.count <= 64 else {
            throw Problem(
                InvalidField("/custom", expected: "fields of which, with those set before, there are at most 64"))
        }
        try database.cachedStatement(
            sql: """
                INSERT INTO profile (environment, user, settings, updatedAt) VALUES (?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET settings = excluded.settings, updatedAt = excluded.updatedAt
                """
        ).execute(arguments: [
            viewer.environment.rawValue, viewer.user.rawValue, Data(FeedCoder.encode(settings)),
            FeedTime.milliseconds(now),
        ])
        return settings
    }

    // MARK: Devices

    /// Gives a device to a user, whoever had it before.
    ///
    /// - Parameter environments: where it is registered; those of an earlier registration stay.
    func register(
        _ token: DeviceToken, of viewer: Viewer, in environments: [PushEnvironment], now: Date
    ) async throws(Problem) {
        let most = limits.devicesPerUser
        try await write { database in
            try database.cachedStatement(
                sql: "DELETE FROM deviceStreams WHERE environment = ? AND token = ? AND user <> ?"
            ).execute(arguments: [viewer.environment.rawValue, token.rawValue, viewer.user.rawValue])
            try database.cachedStatement(
                sql: """
                    INSERT INTO device (environment, token, user, sandbox, production, updatedAt)
                    VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
                    sandbox = excluded.sandbox OR (sandbox AND user = excluded.user),
                    production = excluded.production OR (production AND user = excluded.user),
                    user = excluded.user, updatedAt = excluded.updatedAt
                    """
            ).execute(arguments: [
                viewer.environment.rawValue, token.rawValue, viewer.user.rawValue, environments.contains(.sandbox),
                environments.contains(.production), FeedTime.milliseconds(now),
            ])
            try database.cachedStatement(
                sql: """
                    DELETE FROM device WHERE environment = ?1 AND token IN (SELECT token FROM device
                    WHERE environment = ?1 AND user = ?2 ORDER BY updatedAt DESC, token LIMIT -1 OFFSET ?3)
                    """
            ).execute(arguments: [viewer.environment.rawValue, viewer.user.rawValue, most])
        }
    }

    /// Takes a device of the user out of environments, and forgets it once it is in none.
    func deregister(
        _ token: DeviceToken, of viewer: Viewer, from environments: [PushEnvironment]
    ) async throws(Problem) {
        try await write { database in
            try database.cachedStatement(
                sql: """
                    UPDATE device SET sandbox = sandbox AND NOT ?, production = production AND NOT ?
                    WHERE environment = ? AND token = ? AND user = ?
                    """
            ).execute(arguments: [
                environments.contains(.sandbox), environments.contains(.production), viewer.environment.rawValue,
                token.rawValue,
                viewer.user.rawValue,
            ])
            try database.cachedStatement(
                sql: "DELETE FROM device WHERE environment = ? AND token = ? AND NOT sandbox AND NOT production"
            ).execute(arguments: [viewer.environment.rawValue, token.rawValue])
            guard database.changesCount > 0 else { return }
            try database.cachedStatement(
                sql: "DELETE FROM deviceStreams WHERE environment = ? AND user = ? AND token = ?"
            ).execute(arguments: [viewer.environment.rawValue, viewer.user.rawValue, token.rawValue])
        }
    }

    /// Says what a device, or every device of the user, is called for.
    ///
    /// - Parameter token: The device; nil for all of the user's.
    func register(
        _ registration: StreamRegistration, for token: DeviceToken?, of viewer: Viewer, now: Date
    ) async throws(Problem) {
        try await write { database in
            let streams = JSONValue.array(registration.streams.map { .string($0.rawValue) })
            try database.cachedStatement(
                sql: """
                    INSERT INTO deviceStreams (environment, user, token, streams) VALUES (?, ?, ?, ?)
                    ON CONFLICT DO UPDATE SET streams = excluded.streams
                    """
            ).execute(arguments: [
                viewer.environment.rawValue, viewer.user.rawValue, token?.rawValue ?? "", streams.text(),
            ])
            if let isEnabled = registration.notificationsEnabled {
                _ = try Self.update(viewer, by: UserSettings(notificationsEnabled: isEnabled), now: now, database)
            }
        }
    }

    // MARK: Metrics

    /// How many active cards a user has, and how many of them they have not seen, by stream.
    func metrics(of viewer: Viewer) async throws(Problem) -> UserMetrics {
        try await read { database in
            let select = try database.cachedStatement(
                sql: """
                    SELECT stream, visible, (SELECT count(*) FROM card INDEXED BY cardUnseen
                        WHERE card.feed = feed.id AND status = 'active' AND seenAt IS NULL)
                    FROM feed WHERE environment = ? AND user = ? AND visible > 0
                    """)
            var metrics = UserMetrics()
            for row in try Row.fetchAll(select, arguments: [viewer.environment.rawValue, viewer.user.rawValue]) {
                metrics.streams[StreamID(stored: row[0])] = UserMetrics.Counts(total: row[1], unseen: row[2])
            }
            return metrics
        }
    }
}
