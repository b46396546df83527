package import Cards

package import struct Foundation.Date

/// A button that is highlighted because it was just pressed.
package struct PressedButton: Equatable, Sendable {
    package var card: CardID
    package var position: Int
    package var until: Date

    package init(card: CardID, position: Int, until: Date) {
        self.card = card
        self.position = position
        self.until = until
    }

    /// In seconds: long enough to be visible, too short to delay the user.
    static let duration = 0.15
}
