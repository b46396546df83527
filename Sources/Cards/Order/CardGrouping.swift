package import Basics

package import struct Foundation.Date

/// What a window groups its cards by.
package enum CardGrouping: String, Hashable, Sendable, CaseIterable {
    case none
    /// The card's first category.
    case category
    /// The day on which the card became active, on the user's calendar.
    case day
    case priority

    /// The group of a card; nil without grouping.
    ///
    /// - Parameters:
    ///   - zone: The time zone that days are counted in.
    ///   - body: Returns the card's body; called only if the group depends on it. Nil for a body that cannot be read:
    ///     the card is then in the group of cards without a category.
    package func group(
        priority: Int, activeAt: Date, zone: LocalZone, body: () -> CardBody?
    ) -> CardGroup? {
        switch self {
        case .none: nil
        case .category: .category(body()?.categoryName)
        case .day: .day(zone.civil(activeAt).daysSince1970)
        case .priority: .priority(priority)
        }
    }
}

extension CardBody {
    /// The trimmed text of the first category, with the defaults of runtime variables; nil if there is none.
    package var categoryName: String? {
        for case .category(let category) in components {
            var named = self
            // Resolves only this component, because a card may have many texts.
            named.components = [.category(category)]
            named.subviews = [:]
            guard case .category(let resolved)? = named.resolvingVariables().components.first else { return nil }
            let text = resolved.text.drop(while: \.isWhitespace)
            guard let last = text.lastIndex(where: { !$0.isWhitespace }) else { return nil }
            return String(text[...last])
        }
        return nil
    }
}
