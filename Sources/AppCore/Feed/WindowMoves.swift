import Cards

/// Where the items of one window were in the one before. Made once, since a window has many items and each look for one
/// takes a hash of its name.
struct WindowMoves {
    /// By position in the new window: the position in the old one; nil for an item that was not in it.
    private(set) var origins: [Int?] = []
    /// By position in the old window: whether the item is in the new one.
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

    /// The first and the last position in the new window whose item was in the old one.
    var firstKnown: Int? { origins.firstIndex { $0 != nil } }
    var lastKnown: Int? { origins.lastIndex { $0 != nil } }
}
