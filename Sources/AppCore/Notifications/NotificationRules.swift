package import Basics
package import Cards

package import struct Foundation.Date

/// The rules for notifying the user of new cards while the terminal is not focused.
package struct NotificationRules: Equatable, Sendable {
    /// How to notify the user of cards with these priorities.
    package struct Rule: Hashable, Sendable {
        package var priorities: ClosedRange<Int>
        package var notifies: Bool
        package var rings: Bool

        package init(priorities: ClosedRange<Int>, notifies: Bool, rings: Bool) {
            self.priorities = priorities
            self.notifies = notifies
            self.rings = rings
        }
    }

    /// The first rule that contains a card's priority applies. If empty, the user is never notified.
    package var rules: [Rule]
    /// The quiet hours in minutes of the day, in the user's time zone. They may extend past midnight. Nil if there are
    /// none.
    package var quietHours: QuietHours?

    package struct QuietHours: Hashable, Sendable {
        package var start: Int
        package var end: Int

        package init(start: Int, end: Int) {
            self.start = start
            self.end = end
        }

        func contains(_ minute: Int) -> Bool {
            start <= end ? (start..<end).contains(minute) : minute >= start || minute < end
        }
    }

    package init(rules: [Rule] = [], quietHours: QuietHours? = nil) {
        self.rules = rules
        self.quietHours = quietHours
    }

    /// The rule for a card of this priority at this time; nil if the user is not notified.
    package func rule(for priority: Int, at now: Date, in zone: LocalZone) -> Rule? {
        let time = zone.civil(now)
        if quietHours?.contains(time.hour * 60 + time.minute) == true { return nil }
        guard let rule = rules.first(where: { $0.priorities.contains(priority) }), rule.notifies || rule.rings else {
            return nil
        }
        return rule
    }
}

/// A notification of the user.
package struct NotificationRequest: Hashable, Sendable {
    package var title: String
    package var body: String
    package var notifies: Bool
    package var rings: Bool
    /// The new cards. The first is the card in the text.
    package var cards: [Subject]
    /// The buttons of the notification, if it is about one card.
    package var buttons: [Button]

    /// A card with its version at the time of the notification.
    package struct Subject: Hashable, Sendable {
        package var card: CardID
        /// The version as in ``CardWindow/Item/version``.
        package var version: Int64

        package init(card: CardID, version: Int64) {
            self.card = card
            self.version = version
        }
    }

    /// A button of the card that needs no further input.
    package struct Button: Hashable, Sendable {
        /// The index among the buttons of the card, from 0.
        package var position: Int
        package var label: String

        package init(position: Int, label: String) {
            self.position = position
            self.label = label
        }
    }

    package init(
        title: String, body: String, notifies: Bool, rings: Bool, cards: [Subject] = [], buttons: [Button] = []
    ) {
        self.title = title
        self.body = body
        self.notifies = notifies
        self.rings = rings
        self.cards = cards
        self.buttons = buttons
    }
}
