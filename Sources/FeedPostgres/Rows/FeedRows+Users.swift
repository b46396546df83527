import Cards
import FeedAPI
import FeedEngine
import Postgres

/// Reads and writes users, their settings and their devices.
extension FeedRows {
    func user(_ viewer: Viewer) throws -> StoredUser {
        let values = [viewer.environment.rawValue, viewer.user.rawValue]
        let settings = try database.first(
            "SELECT settings FROM profile WHERE environment = $1 AND userID = $2", values
        ) { try FeedCoder.decodeUser($0.bytes(0)) }
        let devices = try database.all(
            """
            SELECT token, userID, sandbox, production, updatedAt FROM device
            WHERE environment = $1 AND userID = $2 ORDER BY updatedAt, token
            """, values
        ) { Self.device($0, in: viewer.environment) }
        let streams = try database.all(
            "SELECT token, streams FROM deviceStreams WHERE environment = $1 AND userID = $2", values
        ) { row in
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
            try database.first(
                """
                SELECT token, userID, sandbox, production, updatedAt FROM device WHERE environment = $1 AND token = $2
                """, [id.environment.rawValue, id.token.rawValue]
            ) { Self.device($0, in: id.environment) }
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
            try database.enqueue(
                """
                INSERT INTO profile (environment, userID, settings, updatedAt) VALUES ($1, $2, $3, $4)
                ON CONFLICT (environment, userID)
                DO UPDATE SET settings = excluded.settings, updatedAt = excluded.updatedAt
                """, [viewer.environment.rawValue, viewer.user.rawValue, FeedCoder.encode(settings), time])
        }
        for id in changes.removedDevices {
            try database.enqueue(
                "DELETE FROM device WHERE environment = $1 AND token = $2",
                [id.environment.rawValue, id.token.rawValue])
        }
        for device in changes.devices {
            try database.enqueue(
                """
                INSERT INTO device (environment, token, userID, sandbox, production, updatedAt)
                VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (environment, token) DO UPDATE SET
                userID = excluded.userID, sandbox = excluded.sandbox, production = excluded.production,
                updatedAt = excluded.updatedAt
                """,
                [
                    device.id.environment.rawValue, device.id.token.rawValue, device.user.rawValue,
                    device.environments.contains(.sandbox), device.environments.contains(.production),
                    device.updatedAt,
                ])
        }
        for id in changes.removedDeviceStreams {
            try database.enqueue(
                "DELETE FROM deviceStreams WHERE environment = $1 AND userID = $2 AND token = $3", Self.values(id))
        }
        for streams in changes.deviceStreams {
            let names = JSONValue.array(streams.streams.map { .string($0.rawValue) })
            try database.enqueue(
                """
                INSERT INTO deviceStreams (environment, userID, token, streams) VALUES ($1, $2, $3, $4)
                ON CONFLICT (environment, userID, token) DO UPDATE SET streams = excluded.streams
                """, Self.values(streams.id) + [names.text()])
        }
    }

    /// The environment, the user and the token. The token is empty if the streams are for all devices of the user.
    private static func values(_ id: DeviceStreams.ID) -> [(any PostgresValue)?] {
        [id.viewer.environment.rawValue, id.viewer.user.rawValue, id.token?.rawValue ?? ""]
    }
}
