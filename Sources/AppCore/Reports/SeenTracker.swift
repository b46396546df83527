package import Cards

package import struct Foundation.Date

/// Tracks which cards the user has seen. A card counts as seen once at least half of it, or a full viewport of a taller
/// card, has stood still for half a second, so that cards that pass by while the user scrolls do not count. Selecting a
/// card has no further effect; only opening or answering it has. A changed card must be seen again. A second tracker
/// follows only the card that the user has entered, which is reported to others as read.
package struct SeenTracker: Equatable, Sendable {
    /// The number of seconds that a card must stand still.
    package static let settleTime = 0.5

    /// The position of a card, and the time since when it is there.
    struct Place: Equatable, Sendable {
        var container: ContainerID
        var top: Int
        var since: Date
        var version: Int64
    }

    /// The cards in sight whose current version has not been seen.
    private(set) var places: [CardID: Place] = [:]
    /// The card versions that were seen in this run.
    private var versions: [CardID: Int64] = [:]

    package init() {}

    /// Records the content of a frame.
    mutating func update(with cards: [(card: CardReport, container: ContainerID)], at now: Date) {
        guard !cards.isEmpty || !places.isEmpty else { return }
        var next: [CardID: Place] = [:]
        for (card, container) in cards where versions[card.id] != card.version {
            let known = places[card.id].flatMap { $0.container == container && $0.top == card.top ? $0 : nil }
            next[card.id] = Place(
                container: container, top: card.top, since: known?.since ?? now, version: card.version)
        }
        if next != places { places = next }
    }

    /// The cards that have stood still for long enough.
    mutating func settle(at now: Date) -> [CardID: ContainerID] {
        let settled = places.filter { $0.value.since.addingTimeInterval(Self.settleTime) <= now }
        guard !settled.isEmpty else { return [:] }
        for (id, place) in settled {
            places[id] = nil
            versions[id] = place.version
        }
        return settled.mapValues(\.container)
    }

    /// The cards that were seen in this run.
    package var seen: Set<CardID> { Set(versions.keys) }

    /// When the next card counts as seen, if nothing moves.
    package var deadline: Date? { places.values.map(\.since).min()?.addingTimeInterval(Self.settleTime) }
}

extension CardReport {
    /// Whether at least half of the card is in sight, or as much of it as the viewport has room for.
    func isInSight(rows: Int) -> Bool {
        let shown = min(rows, top + height) - max(0, top)
        return isHalfAcross && 2 * shown >= min(height, rows) && shown > 0
    }
}
