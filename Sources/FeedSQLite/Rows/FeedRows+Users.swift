import Cards
import FeedAPI
import FeedEngine
import SQLite

/// Reads and writes users, their settings and their devices.
extension FeedRows {
    func user(_ viewer: Viewer) throws -> StoredUser {
        let arguments: [(any SQLiteValue)?] = [viewer.environment.rawValue, viewer.user.rawValue]
        let settings = try database.statement("SELECT settings FROM profile WHERE environment = ? AND user = ?")
            .first(arguments) { try FeedCoder.decodeUser($0.bytes(0)) }
        let devices = try database.statement(
            """
            SELECT token, user, sandbox, production, updatedAt FROM device
            WHERE environment = ? AND user = ? ORDER BY updatedAt, token
            """
        ).all(arguments) { Self.device($0, in: viewer.environment) }
        let streams = try database.statement(
            "SELECT token, streams FROM deviceStreams WHERE environment = ? AND user = ?"
        ).all(arguments) { row in
            let token = row.string(0)
            // The server wrote this text. If it cannot be parsed, the device has no streams.
            let names = (try? JSONParser.parse(row.string(1)))?.array ?? []
            return DeviceStreams(
                id: DeviceStreams.ID(viewer: viewer, token: token.isEmpty ? nil : DeviceToken(stored: token)),
                streams: names.compactMap(\.string).map { StreamID(stored: $0) })
        }
        return StoredUser(
            viewer: viewer, settings: settings ?? UserSettings(), devices: devices, deviceStreams: streams)
    }

    func devices(_ ids: [StoredDevice.ID]) throws -> [StoredDevice] {
        try ids.compactMap { id in
            let select = try database.statement(
                """
                SELECT token, user, sandbox, production, updatedAt FROM device
                WHERE environment = ? AND token = ?
                """)
            return try select.first([id.environment.rawValue, id.token.rawValue]) {
                Self.device($0, in: id.environment)
            }
        }
    }

    private static func device(_ row: borrowing Row, in environment: EnvironmentID) -> StoredDevice {
        let environments: [(Bool, PushEnvironment)] = [(row[2], .sandbox), (row[3], .production)]
        return StoredDevice(
            id: StoredDevice.ID(environment: environment, token: DeviceToken(stored: row[0])),
            user: UserID(stored: row[1]), environments: environments.filter(\.0).map(\.1), updatedAt: row[4])
    }

    /// - Parameter time: The time of the changes, in milliseconds since 1970.
    func writeUsers(_ changes: FeedChanges, at time: Int64) throws {
        for (viewer, settings) in changes.settings {
            try database.statement(
                """
                INSERT INTO profile (environment, user, settings, updatedAt) VALUES (?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET settings = excluded.settings, updatedAt = excluded.updatedAt
                """
            ).run([
                viewer.environment.rawValue, viewer.user.rawValue, FeedCoder.encode(settings), time,
            ])
        }
        for id in changes.removedDevices {
            try database.statement("DELETE FROM device WHERE environment = ? AND token = ?")
                .run([id.environment.rawValue, id.token.rawValue])
        }
        for device in changes.devices {
            try database.statement(
                """
                INSERT INTO device (environment, token, user, sandbox, production, updatedAt)
                VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET user = excluded.user,
                sandbox = excluded.sandbox, production = excluded.production, updatedAt = excluded.updatedAt
                """
            ).run([
                device.id.environment.rawValue, device.id.token.rawValue, device.user.rawValue,
                device.environments.contains(.sandbox), device.environments.contains(.production), device.updatedAt,
            ])
        }
        for id in changes.removedDeviceStreams {
            try database.statement(
                "DELETE FROM deviceStreams WHERE environment = ? AND user = ? AND token = ?"
            ).run(Self.arguments(id))
        }
        for streams in changes.deviceStreams {
            let names = JSONValue.array(streams.streams.map { .string($0.rawValue) })
            try database.statement(
                """
                INSERT INTO deviceStreams (environment, user, token, streams) VALUES (?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET streams = excluded.streams
                """
            ).run(Self.arguments(streams.id) + [names.text()])
        }
    }

    /// The environment, the user and the token. The token is empty if the streams are for all devices of the user.
    private static func arguments(_ id: DeviceStreams.ID) -> [(any SQLiteValue)?] {
        [id.viewer.environment.rawValue, id.viewer.user.rawValue, id.token?.rawValue ?? ""]
    }
}
