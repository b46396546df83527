import Cards
import FeedAPI
import FeedEngine
import GRDB

import struct Foundation.Data

/// Users, their settings and their devices.
extension FeedRows {
    func user(_ viewer: Viewer) throws -> StoredUser {
        let arguments: StatementArguments = [viewer.environment.rawValue, viewer.user.rawValue]
        let settings = try Row.fetchOne(
            database.cachedStatement(sql: "SELECT settings FROM profile WHERE environment = ? AND user = ?"),
            arguments: arguments)
        let devices = try Row.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT token, user, sandbox, production, updatedAt FROM device
                    WHERE environment = ? AND user = ? ORDER BY updatedAt, token
                    """), arguments: arguments)
        let streams = try Row.fetchAll(
            database.cachedStatement(
                sql: "SELECT token, streams FROM deviceStreams WHERE environment = ? AND user = ?"),
            arguments: arguments)
        return StoredUser(
            viewer: viewer, settings: try settings.map { try FeedCoder.decodeUser($0.bytes(at: 0)) } ?? UserSettings(),
            devices: devices.map { Self.device($0, in: viewer.environment) },
            deviceStreams: streams.map { row in
                let token = row[0] as String
                // The server wrote it: a text that cannot be read names no stream.
                let names = (try? JSONParser.parse(row[1] as String))?.array ?? []
                return DeviceStreams(
                    id: DeviceStreams.ID(viewer: viewer, token: token.isEmpty ? nil : DeviceToken(stored: token)),
                    streams: names.compactMap(\.string).map { StreamID(stored: $0) })
            })
    }

    func devices(_ ids: [StoredDevice.ID]) throws -> [StoredDevice] {
        try ids.compactMap { id in
            let select = try database.cachedStatement(
                sql: """
                    SELECT token, user, sandbox, production, updatedAt FROM device
                    WHERE environment = ? AND token = ?
                    """)
            return try Row.fetchOne(select, arguments: [id.environment.rawValue, id.token.rawValue])
                .map { Self.device($0, in: id.environment) }
        }
    }

    private static func device(_ row: Row, in environment: EnvironmentID) -> StoredDevice {
        let environments: [(Bool, PushEnvironment)] = [(row[2], .sandbox), (row[3], .production)]
        return StoredDevice(
            id: StoredDevice.ID(environment: environment, token: DeviceToken(stored: row[0])),
            user: UserID(stored: row[1]), environments: environments.filter(\.0).map(\.1), updatedAt: row[4])
    }

    /// - Parameter time: In milliseconds since 1970.
    func writeUsers(_ changes: FeedChanges, at time: Int64) throws {
        for (viewer, settings) in changes.settings {
            try database.cachedStatement(
                sql: """
                    INSERT INTO profile (environment, user, settings, updatedAt) VALUES (?, ?, ?, ?)
                    ON CONFLICT DO UPDATE SET settings = excluded.settings, updatedAt = excluded.updatedAt
                    """
            ).execute(arguments: [
                viewer.environment.rawValue, viewer.user.rawValue, Data(FeedCoder.encode(settings)), time,
            ])
        }
        for id in changes.removedDevices {
            try database.cachedStatement(sql: "DELETE FROM device WHERE environment = ? AND token = ?")
                .execute(arguments: [id.environment.rawValue, id.token.rawValue])
        }
        for device in changes.devices {
            try database.cachedStatement(
                sql: """
                    INSERT INTO device (environment, token, user, sandbox, production, updatedAt)
                    VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET user = excluded.user,
                    sandbox = excluded.sandbox, production = excluded.production, updatedAt = excluded.updatedAt
                    """
            ).execute(arguments: [
                device.id.environment.rawValue, device.id.token.rawValue, device.user.rawValue,
                device.environments.contains(.sandbox), device.environments.contains(.production), device.updatedAt,
            ])
        }
        for id in changes.removedDeviceStreams {
            try database.cachedStatement(
                sql: "DELETE FROM deviceStreams WHERE environment = ? AND user = ? AND token = ?"
            ).execute(arguments: Self.arguments(id))
        }
        for streams in changes.deviceStreams {
            let names = JSONValue.array(streams.streams.map { .string($0.rawValue) })
            try database.cachedStatement(
                sql: """
                    INSERT INTO deviceStreams (environment, user, token, streams) VALUES (?, ?, ?, ?)
                    ON CONFLICT DO UPDATE SET streams = excluded.streams
                    """
            ).execute(arguments: Self.arguments(streams.id) + [names.text()])
        }
    }

    /// Environment, user and token; the token is empty for all devices of the user.
    private static func arguments(_ id: DeviceStreams.ID) -> StatementArguments {
        [id.viewer.environment.rawValue, id.viewer.user.rawValue, id.token?.rawValue ?? ""]
    }
}
