extension CardGroup {
    /// The id of the item that represents the folded group. No card has this id: a control character is not valid in
    /// the id of a card.
    package var itemID: CardID {
        switch self {
        case .category(let name?): CardID(stored: Self.mark + "c" + name)
        case .category(nil): CardID(stored: Self.mark + "n")
        case .day(let day): CardID(stored: Self.mark + "d\(day)")
        case .priority(let priority): CardID(stored: Self.mark + "p\(priority)")
        }
    }

    /// The group that an item represents; nil for the id of a card.
    package init?(itemID: CardID) {
        guard itemID.rawValue.hasPrefix(Self.mark) else { return nil }
        let rest = itemID.rawValue.dropFirst(Self.mark.count)
        let value = String(rest.dropFirst())
        switch rest.first {
        case "c": self = .category(value)
        case "n": self = .category(nil)
        case "d":
            guard let day = Int(value) else { return nil }
            self = .day(day)
        case "p":
            guard let priority = Int(value) else { return nil }
            self = .priority(priority)
        default: return nil
        }
    }

    private static let mark = "\u{1}"
}
