import Cards
import FeedAPI
import FeedEngine
import GRDB

import struct Foundation.Date
import struct Foundation.TimeZone

/// A notification and the devices it is for.
struct PushNotificationJob {
    var notification: PushNotification
    /// `[{"token","environments"}]`
    var devices: JSONValue
}

/// Judges notifications when they are about to leave: by the card, the user's wishes and the devices of that moment.
extension FeedLog {
    /// Nil when nobody is to be called: the card waits no longer, the user wants no notifications, or not at this time of the
    /// day, or no device is registered for the stream.
    ///
    /// - Parameter row: A due delivery.
    static func call(_ row: Row, at now: Date, _ database: Database) throws -> PushNotificationJob? {
        guard row[18] == CardStatus.active.rawValue else { return nil }
        let viewer = Viewer(environment: EnvironmentID(stored: row[8]), user: UserID(stored: row[9]))
        let stream = StreamID(stored: row[10])
        guard try profile(of: viewer, database).allowsNotification(at: now) else { return nil }
        let devices = try devices(of: viewer, for: stream, database)
        guard !devices.isEmpty else { return nil }
        let card = CardID(stored: row[7])
        // A body that cannot be read is told all the same.
        let body = try? CardBody.decode(row.bytes(at: 16))
        let notification = PushNotification(
            id: "\(card)-\(row[4] as Int64)", cardID: card, streamID: stream,
            title: body?.title ?? "", isSnoozed: row[17] == WebhookEvent.unsnoozed.rawValue,
            user: viewer.user.rawValue, detail: body?.metadata["notificationDetail"]?.object ?? JSONObject())
        return PushNotificationJob(notification: notification, devices: .array(devices))
    }

    /// The user's devices that were registered for a stream, the one registered longest ago first.
    private static func devices(
        of viewer: Viewer, for stream: StreamID, _ database: Database
    ) throws -> [JSONValue] {
        let select = try database.cachedStatement(
            sql: """
                SELECT token, sandbox, production, (SELECT streams FROM deviceStreams AS own
                WHERE own.environment = device.environment AND own.user = device.user
                AND own.token IN (device.token, '') ORDER BY own.token DESC LIMIT 1)
                FROM device WHERE environment = ? AND user = ? ORDER BY updatedAt, token
                """)
        return try Row.fetchAll(select, arguments: [viewer.environment.rawValue, viewer.user.rawValue]).compactMap {
            row in
            // The server wrote it; what cannot be read names no stream.
            let streams = (row[3] as String?).flatMap { try? JSONParser.parse($0) }?.array ?? []
            guard streams.contains(.string(stream.rawValue)) else { return nil }
            let environments: [(Bool, PushEnvironment)] = [(row[1], .sandbox), (row[2], .production)]
            return [
                "token": .string(row[0]),
                "environments": .array(environments.filter(\.0).map { .string($0.1.rawValue) }),
            ]
        }
    }
}

extension UserSettings {
    /// By the clock on the wall where the user is; where the profile names no zone that is known, where the server is.
    func allowsNotification(at now: Date) -> Bool {
        let zone = timeZone.flatMap(TimeZone.init(identifier:)) ?? .current
        let seconds = Int(now.timeIntervalSince1970.rounded(.down)) + zone.secondsFromGMT(for: now)
        let day = (seconds - (seconds >= 0 ? 0 : 86_399)) / 86_400
        return allowsNotification(
            on: NotificationDay(daysSince1970: day), minute: (seconds - day * 86_400) / 60)
    }
}
