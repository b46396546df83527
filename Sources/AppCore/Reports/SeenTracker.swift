package import Cards

package import struct Foundation.Date

/// Which cards the user has had before their eyes. A card is seen once at least half of it, or a whole screenful of a
/// taller one, has stood still for half a second: what flies past while one scrolls is not. Neither the selection nor
/// anything else makes a card more than seen; that takes opening or answering it. A card that changes is seen again. A
/// second tracker looks only at the card that the user went into, which is what others are told to be read.
package struct SeenTracker: Equatable, Sendable {
    /// Seconds that a card must stand still.
    package static let settleTime = 0.5

    /// Where a card stands, and since when.
    struct Place: Equatable, Sendable {
        var container: ContainerID
        var top: Int
        var since: Date
        var version: Int64
    }

    /// Cards in sight that were not seen as they are now.
    private(set) var places: [CardID: Place] = [:]
    /// The versions that were seen in this run.
    private var versions: [CardID: Int64] = [:]

    package init() {}

    /// Takes over what a frame shows.
    mutating func look(at cards: [(card: CardReport, container: ContainerID)], at now: Date) {
        guard !cards.isEmpty || !places.isEmpty else { return }
        var next: [CardID: Place] = [:]
        for (card, container) in cards where versions[card.id] != card.version {
            let known = places[card.id].flatMap { $0.container == container && $0.top == card.top ? $0 : nil }
            next[card.id] = Place(
                container: container, top: card.top, since: known?.since ?? now, version: card.version)
        }
        if next != places { places = next }
    }

    /// The cards that have stood still for long enough by now.
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

    /// When the next card is seen if nothing moves.
    package var deadline: Date? { places.values.map(\.since).min()?.addingTimeInterval(Self.settleTime) }
}

extension CardReport {
    /// Whether at least half of the card is in sight, or as much of it as there is room for.
    func isInSight(rows: Int) -> Bool {
        let shown = min(rows, top + height) - max(0, top)
        return isHalfAcross && 2 * shown >= min(height, rows) && shown > 0
    }
}
