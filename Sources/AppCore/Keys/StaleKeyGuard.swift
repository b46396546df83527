import struct Foundation.Date

/// Guards against keys that were pressed for a card or menu that has just gone. The user could not see the change yet,
/// and the keys must not answer the card that took its place. Also guards a question that has just opened against a
/// second press of the key that opened it.
struct StaleKeyGuard: Equatable, Sendable {
    /// The time until which the guard is active.
    var until: Date
    /// Whether the user was typing or choosing, so that every key was meant for that.
    var wereForText: Bool
    /// Whether the user was typing, so that the guard stays active until the typing pauses.
    var isTyping = false
    /// Whether the guard stays active until its time is over even if a key arrives: several presses of the same button
    /// count as one.
    var outlastsKeys = false
    /// Whether the guard is for the items of a menu that has just opened, rather than for the cards.
    var isForMenu = false
    /// The message to show when such a key would have answered a card.
    var reason: String

    /// Seconds without a key after which a key is no longer considered held down.
    static let repeatPause = 0.3
    /// Seconds without a key after which the next key is meant for the current content of the screen.
    static let pause = 1.0
    /// The same for a card whose answer cannot be undone.
    static let pauseWithoutUndo = 2.0
    /// Seconds after a number closed a menu during which keys may be the rest of the typed text, such as `45m`.
    static let pauseAfterNumber = 0.5
    /// Seconds after an answer that cannot be undone during which a key may be the second press of the same button.
    static let secondPress = 0.5
    /// Seconds before the message that the current card has changed is shown again.
    static let knowing = 3.0
}
