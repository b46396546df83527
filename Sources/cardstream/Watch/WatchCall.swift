internal import AppCore
internal import Cards
internal import FeedAPI

import struct Foundation.Date

/// Decides for which events the user is called, and with what words. Pure.
struct WatchCall: Sendable {
    /// The user's own wishes, as the server has them.
    var settings = UserSettings()
    /// This machine's; without rules everybody is called for every card.
    var rules: NotificationRules
    var zone: LocalZone
    /// How far the user's clock is ahead of UTC, in seconds.
    var offset = 0

    /// A call to make, and the notifications it stands for.
    struct Call: Hashable, Sendable {
        var title: String
        var body: String
        var rings = false
        var notifications: [PushNotification]
    }

    /// More notifications at once are one call.
    static let mostCalls = 3

    /// What is told of an event to a device; nil for one that calls nobody.
    static func notification(_ event: WatchState.Event) -> PushNotification? {
        guard event.kind == .published || event.kind == .unsnoozed, let entry = event.entry else { return nil }
        // A body that cannot be read is told all the same.
        let body = try? CardBody.decode(entry.body)
        return PushNotification(
            id: "\(event.cardID)-\(event.sequence)", cardID: event.cardID, streamID: event.streamID,
            title: body?.resolvingVariables().title ?? Strings.History.untitled, isSnoozed: event.kind == .unsnoozed,
            detail: body?.metadata["notificationDetail"]?.object ?? JSONObject())
    }

    /// The calls for some events that came together; none at a time when they are not welcome.
    func calls(for events: [WatchState.Event], at now: Date) -> [Call] {
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
        guard wanted.count > Self.mostCalls else {
            return wanted.map { notification, rule, stream in
                Call(title: notification.title, body: stream, rings: rule.rings, notifications: [notification])
            }
        }
        return [
            Call(
                title: Strings.Notifications.title(wanted.count),
                body: Strings.Notifications.several(wanted[0].0.title, more: wanted.count - 1),
                rings: wanted.contains { $0.1.rings }, notifications: wanted.map(\.0))
        ]
    }

    /// Quiet hours hold also where no rules are set.
    private func quietRules(_ everything: NotificationRules.Rule) -> NotificationRules {
        rules.rules.isEmpty ? NotificationRules(rules: [everything], quietHours: rules.quietHours) : rules
    }

    /// By the clock on the wall where the user is.
    func isWelcome(_ now: Date) -> Bool {
        let seconds = Int(now.timeIntervalSince1970.rounded(.down)) + offset
        let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        return settings.allowsNotification(
            on: NotificationDay(daysSince1970: day), minute: (seconds - day * 86_400) / 60)
    }
}
