import Cards

/// Maps the items of a window to their positions in the previous window. Computed once per update, because a window has
/// many items and each lookup hashes an id.
struct WindowMoves {
    /// For each position in the new window, the position of the item in the old window; nil for an item that was not in
    /// it.
    private(set) var origins: [Int?] = []
    /// For each position in the old window, whether the item is in the new window.
    private(set) var stays: [Bool]

    init(from old: CardWindow, to new: CardWindow) {
        var positions: [CardID: Int] = Dictionary(minimumCapacity: old.items.count)
        for index in old.items.indices { positions[old.items[index].id] = index }
        stays = Array(repeating: false, count: old.items.count)
        origins.reserveCapacity(new.items.count)
        for index in new.items.indices {
            let origin = positions[new.items[index].id]
            origins.append(origin)
            if let origin { stays[origin] = true }
        }
    }

    /// The first position in the new window whose item was in the old one. ``lastKnown`` is the last.
    var firstKnown: Int? { origins.firstIndex { $0 != nil } }
    var lastKnown: Int? { origins.lastIndex { $0 != nil } }
}
