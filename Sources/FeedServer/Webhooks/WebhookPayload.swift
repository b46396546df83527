import Cards
import FeedAPI
import FeedEngine
import FeedStorage

import struct Foundation.Date

/// The body of a delivery.
enum WebhookPayload {
    /// The body; nil for a notification without target devices.
    ///
    /// - Throws: ``Problem`` if the stored data cannot be decoded.
    static func body(of delivery: DueDelivery, at now: Date) throws(Problem) -> [UInt8]? {
        var job: PushNotificationJob?
        if delivery.event == .notification {
            job = PushNotificationJob(delivery, at: now)
            guard job != nil else { return nil }
        }
        var response: [UInt8]?
        if let action = delivery.action {
            response = FeedCoder.encode(try FeedCoder.decodeStoredActionRequest(action.request).response)
        }
        return encode(delivery, response: response, job)
    }

    private static func encode(_ delivery: DueDelivery, response: [UInt8]?, _ job: PushNotificationJob?) -> [UInt8] {
        let (card, life) = (delivery.card.card, delivery.card.card.life)
        let body = DeliverableBody.of(delivery.card.body)
        var writer = JSONWriter(reservingCapacity: 512 + body.count)
        writer.object { writer in
            writer.member("type", delivery.event.rawValue)
            writer.key("timestamp")
            writer.string(FeedTime.text(FeedTime.date(milliseconds: delivery.at)))
            writer.key("data")
            writer.object { writer in
                writer.member("id", card.id.rawValue)
                writer.member("environment", card.feed.viewer.environment.rawValue)
                writer.member("user", card.feed.viewer.user.rawValue)
                writer.member("stream", card.feed.streamID.rawValue)
                writer.member("seq", Int(delivery.sequence))
                writer.member("priority", card.priority)
                let times = [
                    ("created", life.createdAt), ("snoozedUntil", life.snoozedUntil), ("expires", life.expiresAt),
                ]
                for (name, time) in times {
                    if let time { writer.member(name, FeedTime.text(FeedTime.date(milliseconds: time))) }
                }
                if let vote = life.vote { writer.member("vote", vote.rawValue) }
                writer.key("card")
                writer.raw(body)
                if let response {
                    writer.key("response")
                    writer.raw(response)
                }
                if let ask = delivery.ask {
                    writer.key("ask")
                    writer.raw(FeedCoder.encode(ask))
                }
                if let job {
                    writer.member("notification", job.notification.payload)
                    writer.member("devices", job.devices)
                }
            }
        }
        return writer.bytes
    }
}
