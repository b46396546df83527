package import struct Foundation.Date

/// The modal container that is shown, and how long late keys are ignored after it appears.
package struct ModalCards: Equatable, Sendable {
    /// The modal container that was shown last.
    package private(set) var raised: ContainerID?
    /// The time until which keys are not meant for the modal card.
    private var ignoresKeysUntil: Date?
    /// The time until which a modal card that appears is expected.
    private var expectedUntil: Date?

    /// Seconds after a modal card appears unexpectedly during which a key is not taken as an answer to it. The key may
    /// have been pressed before the card appeared.
    static let grace = 0.5
    /// Seconds during which a modal card that appears is taken for the one that the user requested. It accepts keys
    /// immediately.
    private static let patience = 2.0

    /// - Parameter isExpected: Whether the user expects the card, so that the next key is meant for it.
    package mutating func raise(_ container: ContainerID?, isExpected: Bool, at now: Date) {
        raised = container
        guard container != nil else { return }
        ignoresKeysUntil = isExpected ? nil : now.addingTimeInterval(Self.grace)
    }

    // MARK: Keys

    /// - Parameter longer: Seconds to add to the usual time.
    func ignoresKeys(at now: Date, longer: Double = 0) -> Bool {
        ignoresKeysUntil.map { now < $0.addingTimeInterval(longer) } ?? false
    }

    /// Ignores keys for a moment, because another card has replaced the shown card.
    mutating func ignoreKeys(at now: Date) { ignoresKeysUntil = now.addingTimeInterval(Self.grace) }

    /// Ignores the repeats of a key that is held down.
    mutating func ignoreRepeats(at now: Date) {
        let end = now.addingTimeInterval(StaleKeyGuard.repeatPause)
        ignoresKeysUntil = ignoresKeysUntil.map { max($0, end) } ?? end
    }

    mutating func acceptKeys() { ignoresKeysUntil = nil }

    // MARK: Expected cards

    mutating func expect(at now: Date) { expectedUntil = now.addingTimeInterval(Self.patience) }

    func isExpected(at now: Date) -> Bool { expectedUntil.map { now <= $0 } ?? false }

    mutating func endExpecting() { expectedUntil = nil }
}
