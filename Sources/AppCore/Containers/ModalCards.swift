package import struct Foundation.Date

/// The modal container that is up, and the keys that were on their way when it came.
package struct ModalCards: Equatable, Sendable {
    /// The one that came up last.
    package private(set) var raised: ContainerID?
    /// Until when keys are not meant for it.
    private var ignoresKeysUntil: Date?
    /// Until when a card that comes up was asked for.
    private var expectedUntil: Date?

    /// How long a key that was on its way when a modal card came up by itself is not taken for an answer to it.
    static let grace = 0.5
    /// Seconds in which a card that comes up is taken for the one that was asked for: it needs no key twice.
    private static let patience = 2.0

    /// - Parameter isExpected: Whether the user waits for it: then the next key is meant for it.
    package mutating func raise(_ container: ContainerID?, isExpected: Bool, at now: Date) {
        raised = container
        guard container != nil else { return }
        ignoresKeysUntil = isExpected ? nil : now.addingTimeInterval(Self.grace)
    }

    // MARK: Keys

    /// - Parameter longer: Seconds more than usual.
    func ignoresKeys(at now: Date, longer: Double = 0) -> Bool {
        ignoresKeysUntil.map { now < $0.addingTimeInterval(longer) } ?? false
    }

    /// Another card has taken the place of the one that was up.
    mutating func ignoreKeys(at now: Date) { ignoresKeysUntil = now.addingTimeInterval(Self.grace) }

    /// A key that is held down comes again and again.
    mutating func ignoreRepeats(at now: Date) {
        let end = now.addingTimeInterval(StaleKeyGuard.repeatPause)
        ignoresKeysUntil = ignoresKeysUntil.map { max($0, end) } ?? end
    }

    mutating func acceptKeys() { ignoresKeysUntil = nil }

    // MARK: Cards that were asked for

    mutating func expect(at now: Date) { expectedUntil = now.addingTimeInterval(Self.patience) }

    func isExpected(at now: Date) -> Bool { expectedUntil.map { now <= $0 } ?? false }

    mutating func endExpecting() { expectedUntil = nil }
}
