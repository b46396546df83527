package import Basics
package import Cards

package import struct Foundation.Date

/// For which new cards the user is called while the terminal does not have the focus.
package struct NotificationRules: Equatable, Sendable {
    /// What is done for cards of these priorities.
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

    /// The first that names a priority counts. Empty: the user is never called.
    package var rules: [Rule]
    /// Minutes of the day, on the user's clock; may go past midnight. Nil: never quiet.
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

    /// What is to be done for a card of this priority; nil for nothing.
    package func rule(for priority: Int, at now: Date, in zone: LocalZone) -> Rule? {
        let time = zone.civil(now)
        if quietHours?.contains(time.hour * 60 + time.minute) == true { return nil }
        guard let rule = rules.first(where: { $0.priorities.contains(priority) }), rule.notifies || rule.rings else {
            return nil
        }
        return rule
    }
}

/// A call for the user.
package struct NotificationCall: Hashable, Sendable {
    package var title: String
    package var body: String
    package var notifies: Bool
    package var rings: Bool
    /// What it is about, the card that it names first.
    package var cards: [Subject]
    /// What can be pressed in it, if it is about one card.
    package var buttons: [Button]

    /// A card as it was at the time of the call.
    package struct Subject: Hashable, Sendable {
        package var card: CardID
        /// As in ``CardWindow/Item/version``.
        package var version: Int64

        package init(card: CardID, version: Int64) {
            self.card = card
            self.version = version
        }
    }

    /// A button of the card that acts by itself.
    package struct Button: Hashable, Sendable {
        /// Among the buttons of the card, from 0.
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
