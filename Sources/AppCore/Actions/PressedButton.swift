package import Cards

package import struct Foundation.Date

/// A button that shows that its press was taken.
package struct PressedButton: Equatable, Sendable {
    package var card: CardID
    package var position: Int
    package var until: Date

    package init(card: CardID, position: Int, until: Date) {
        self.card = card
        self.position = position
        self.until = until
    }

    /// Seconds: long enough to see, too short to wait for.
    static let duration = 0.15
}
