import struct Foundation.Date

/// Keys on their way to a card or menu that has gone: the user could not see that yet, and they must not answer the
/// card that took its place.
struct StaleKeyGuard: Equatable, Sendable {
    /// Until when keys are taken for such.
    var until: Date
    /// Whether the user was typing or choosing: then every key was meant for that.
    var wereForText: Bool
    /// Whether the user was typing: the guard lasts until the text has ended.
    var isTyping = false
    /// Whether it goes on until its time although a key came: a button that is pressed several times in a row was meant once.
    var outlastsKeys = false
    /// The message where such a key would have answered a card.
    var reason: String

    /// Seconds without a key after which a key is no longer held down.
    static let repeatPause = 0.3
    /// Seconds without a key after which the next one is meant for what is on the screen.
    static let pause = 1.0
    /// Seconds after a menu was left by a number in which a key may belong to what was being typed, such as `45m`.
    static let pauseAfterNumber = 0.5
    /// Seconds after an answer that cannot be undone in which a key may be the second press of the same button.
    static let secondPress = 0.5
    /// Seconds until it is worth saying again that the card at hand changes.
    static let knowing = 3.0
}
