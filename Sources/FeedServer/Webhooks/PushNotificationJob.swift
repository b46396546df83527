import Basics
import Cards
import FeedAPI
import FeedEngine
import FeedStorage

import struct Foundation.Date

/// A notification and its target devices.
struct PushNotificationJob {
    var notification: PushNotification
    /// `[{"token","environments"}]`
    var devices: JSONValue

    /// Decides just before sending whether to send a notification, based on the current card, settings and devices.
    ///
    /// Nil if no device is to be notified: the card is no longer active, the user does not want notifications (at all
    /// or at this time), or no device is registered for the stream.
    init?(_ delivery: DueDelivery, at now: Date) {
        let card = delivery.card.card
        guard card.life.status == .active, let user = delivery.user, user.settings.allowsNotification(at: now) else {
            return nil
        }
        let called = user.devices(for: card.feed.streamID)
        guard !called.isEmpty else { return nil }
        // A body that cannot be decoded is delivered without a title.
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
    /// Whether the user allows notifications at this time. Uses the user's time zone, or the server's if the profile
    /// has no known time zone.
    func allowsNotification(at now: Date) -> Bool {
        let zone = timeZone.flatMap { ZoneDatabase.zone(named: $0, around: now) } ?? .system(around: now)
        let civil = zone.civil(now)
        return allowsNotification(
            on: NotificationDay(daysSince1970: civil.daysSince1970), minute: civil.hour * 60 + civil.minute)
    }
}
