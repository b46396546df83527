/// The identifier of a desktop notification of this program. It cannot be guessed, so no other input is mistaken for a
/// reply.
package struct NotificationID: Hashable, Sendable {
    /// Letters, digits and hyphens.
    package let string: String

    private static let prefix = "cardstream-"
    private static let digits = 32

    /// A new identifier with 128 random bits.
    package init() {
        var generator = SystemRandomNumberGenerator()
        self.init(random: generator.next(), generator.next())
    }

    /// - Parameter high: The first half of the random bits; `low` is the other half.
    package init(random high: UInt64, _ low: UInt64) {
        func hexadecimal(_ number: UInt64) -> String {
            let text = String(number, radix: 16)
            return String(repeating: "0", count: 16 - text.utf8.count) + text
        }
        string = Self.prefix + hexadecimal(high) + hexadecimal(low)
    }

    /// Nil for a string that is not an identifier of this program's notifications.
    package init?(_ text: some StringProtocol) {
        guard text.hasPrefix(Self.prefix) else { return nil }
        let random = text.dropFirst(Self.prefix.count).utf8
        let isHexadecimal = random.allSatisfy {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
        }
        guard random.count == Self.digits, isHexadecimal else { return nil }
        string = String(text)
    }
}

/// A desktop notification that the user can reply to.
package struct DesktopNotification: Hashable, Sendable {
    package var id: NotificationID
    package var title: SafeText
    package var body: SafeText
    /// The labels of its buttons, in order.
    package var buttons: [SafeText]

    package init(id: NotificationID, title: SafeText, body: SafeText, buttons: [SafeText] = []) {
        self.id = id
        self.title = title
        self.body = body
        self.buttons = buttons
    }

    /// The maximum length of a label, in characters.
    package static let longestLabel = 40
}

/// What the user did with a notification.
package struct NotificationReply: Hashable, Sendable {
    package enum Action: Hashable, Sendable {
        /// The user clicked the notification itself, not one of its buttons.
        case activated
        /// The user pressed a button, given by its position from 0.
        case button(Int)
        /// The notification is no longer shown.
        case closed
    }

    package var id: NotificationID
    package var action: Action

    package init(id: NotificationID, action: Action) {
        self.id = id
        self.action = action
    }
}

/// The support for notifications that a terminal reports (OSC 99).
package struct NotificationSupport: Hashable, Sendable {
    /// Whether notifications can have buttons, and the terminal reports what the user does with a notification.
    package var hasButtons: Bool
    /// Whether the terminal reports that a notification was closed.
    package var reportsClosing: Bool
    /// Whether programs can close notifications.
    package var canClose: Bool

    package init(hasButtons: Bool, reportsClosing: Bool, canClose: Bool) {
        self.hasButtons = hasButtons
        self.reportsClosing = reportsClosing
        self.canClose = canClose
    }
}
