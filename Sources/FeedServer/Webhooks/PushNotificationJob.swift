import Cards
import FeedAPI
import FeedEngine
import FeedStorage

import struct Foundation.Date
import struct Foundation.TimeZone

/// A notification and the devices it is for.
struct PushNotificationJob {
    var notification: PushNotification
    /// `[{"token","environments"}]`
    var devices: JSONValue

    /// Judges a notification when it is about to leave: by the card, the user's wishes and the devices of that moment.
    ///
    /// Nil when no device is to be called: the card waits no longer, the user wants no notifications, or not at this time of
    /// the day, or no device is registered for the stream.
    init?(_ delivery: DueDelivery, at now: Date) {
        let card = delivery.card.card
        guard card.life.status == .active, let user = delivery.user, user.settings.allowsNotification(at: now) else {
            return nil
        }
        let called = user.devices(for: card.feed.streamID)
        guard !called.isEmpty else { return nil }
        // A body that cannot be read is told all the same.
        let body = try? CardBody.decode(delivery.card.body)
        notification = PushNotification(
            id: "\(card.id)-\(delivery.sequence)", cardID: card.id, streamID: card.feed.streamID,
            title: body?.title ?? "", isSnoozed: delivery.cause == .unsnoozed, user: user.viewer.user.rawValue,
            detail: body?.metadata["notificationDetail"]?.object ?? JSONObject())
        devices = .array(
            called.map { device in
                [
                    "token": .string(device.id.token.rawValue),
                    "environments": .array(device.environments.map { .string($0.rawValue) }),
                ]
            })
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
