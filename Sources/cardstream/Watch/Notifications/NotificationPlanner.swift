internal import AppCore
internal import Basics
internal import Cards
internal import FeedAPI

import struct Foundation.Date

/// Decides which events cause desktop notifications, and their text. Pure.
struct NotificationPlanner: Sendable {
    /// The user's settings on the server.
    var settings = UserSettings()
    /// The rules of this machine; without rules every new card causes a notification.
    var rules: NotificationRules
    var zone: LocalZone
    /// The user's time zone offset from UTC in seconds.
    var offset = 0

    /// A desktop notification, and the card notifications that it represents.
    struct Notification: Hashable, Sendable {
        var title: String
        var body: String
        var rings = false
        var notifications: [PushNotification]
    }

    /// The maximum number of separate notifications at once. More are combined into one.
    static let maxNotifications = 3

    /// The card notification of an event; nil if there is none.
    static func notification(_ event: WatchState.Event) -> PushNotification? {
        guard [.published, .updated, .unsnoozed].contains(event.kind), let entry = event.entry else { return nil }
        // A body that cannot be decoded causes a notification without a title.
        let body = try? CardBody.decode(entry.body)
        return PushNotification(
            id: "\(event.cardID)-\(event.sequence)", cardID: event.cardID, streamID: event.streamID,
            title: body?.resolvingVariables().title ?? Strings.History.untitled, isSnoozed: event.kind == .unsnoozed,
            detail: body?.metadata["notificationDetail"]?.object ?? JSONObject())
    }

    /// The desktop notifications for events that arrived together; none at times when the user's settings do not allow
    /// notifications.
    func notifications(for events: [WatchState.Event], at now: Date) -> [Notification] {
        guard isWelcome(now) else { return [] }
        let wanted = events.compactMap { event -> (PushNotification, NotificationRules.Rule, String)? in
            guard let notification = Self.notification(event), let entry = event.entry else { return nil }
            let everything = NotificationRules.Rule(priorities: 1...10, notifies: true, rings: false)
            guard
                let rule = rules.rules.isEmpty && rules.quietHours == nil
                    ? everything : quietRules(everything).rule(for: entry.priority, at: now, in: zone)
            else { return nil }
            return (notification, rule, event.streamID.rawValue)
        }
        guard wanted.count > Self.maxNotifications else {
            return wanted.map { notification, rule, stream in
                Notification(title: notification.title, body: stream, rings: rule.rings, notifications: [notification])
            }
        }
        return [
            Notification(
                title: Strings.Notifications.title(wanted.count),
                body: Strings.Notifications.several(wanted[0].0.title, more: wanted.count - 1),
                rings: wanted.contains { $0.1.rings }, notifications: wanted.map(\.0))
        ]
    }

    /// Quiet hours apply even without rules.
    private func quietRules(_ everything: NotificationRules.Rule) -> NotificationRules {
        rules.rules.isEmpty ? NotificationRules(rules: [everything], quietHours: rules.quietHours) : rules
    }

    /// Whether notifications are allowed at the time in the user's time zone.
    func isWelcome(_ now: Date) -> Bool {
        let seconds = Int(now.timeIntervalSince1970.rounded(.down)) + offset
        let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        return settings.allowsNotification(
            on: NotificationDay(daysSince1970: day), minute: (seconds - day * 86_400) / 60)
    }
}
