/// A group of the cards of a window.
package enum CardGroup: Hashable, Sendable {
    /// Cards with this category; nil for cards without one.
    case category(String?)
    /// Cards that became active on a day, as days since 1970.
    case day(Int)
    /// Cards with this priority, from 1 to 10.
    case priority(Int)
}

extension CardGroup: Comparable {
    /// Categories are in alphabetical order, and the group of cards without a category is last. (A window shows
    /// categories in the order of their first cards instead.) Days are from the latest to the earliest, priorities from
    /// 1 to 10.
    package static func < (left: CardGroup, right: CardGroup) -> Bool {
        switch (left, right) {
        case (.category(let left?), .category(let right?)):
            let (first, second) = (SearchText.folded(left), SearchText.folded(right))
            return first == second ? left < right : first < second
        case (.category(let left), .category(let right)): return left != nil && right == nil
        case (.day(let left), .day(let right)): return left > right
        case (.priority(let left), .priority(let right)): return left < right
        default: return left.kind < right.kind
        }
    }

    /// Groups of different kinds never appear in one window, but the order has to be total.
    private var kind: Int {
        switch self {
        case .category: 0
        case .day: 1
        case .priority: 2
        }
    }
}
