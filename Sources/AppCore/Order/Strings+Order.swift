package import Basics
package import Cards

package import struct Foundation.Date

/// Texts for the order and the grouping of cards.
extension Strings {
    package enum Order {
        package static let title = "Order"
        package static let groupTitle = "Group by"
        package static let inUse = "in use"

        package static func name(_ order: CardOrder) -> String {
            switch order {
            case .feed: "Feed"
            case .newest: "Newest"
            case .expiring: "Expiring"
            }
        }
        package static func detail(_ order: CardOrder) -> String {
            switch order {
            case .feed: "by priority, then newest"
            case .newest: "regardless of priority"
            case .expiring: "soonest first"
            }
        }
        package static func name(_ grouping: CardGrouping) -> String {
            switch grouping {
            case .none: "No groups"
            case .category: "Category"
            case .day: "Day"
            case .priority: "Priority"
            }
        }

        /// A short description for the row above the cards; empty for feed order without groups.
        package static func summary(_ sorting: CardSorting) -> String {
            var words: [String] = []
            switch sorting.order {
            case .feed: break
            case .newest: words.append("newest first")
            case .expiring: words.append("soonest to expire first")
            }
            if sorting.groups.grouping != .none { words.append("by \(sorting.groups.grouping.rawValue)") }
            return words.joined(separator: " · ")
        }

        package static func sort(_ order: CardOrder) -> String { "Order the cards: \(name(order).lowercased())" }
        package static func group(_ grouping: CardGrouping) -> String {
            grouping == .none ? "Show the cards without groups" : "Group the cards by \(grouping.rawValue)"
        }
        package static func unknownOrder(_ text: String) -> String {
            "“\(text)” is not an order; choose from \(CardOrder.allCases.map(\.rawValue).joined(separator: ", "))"
        }
        package static func unknownGrouping(_ text: String) -> String {
            "“\(text)” is not a grouping; choose from \(CardGrouping.allCases.map(\.rawValue).joined(separator: ", "))"
        }

        package static let onlyVertical = "Only the cards of a vertical container can be grouped"
        package static func notGrouped(key: String) -> String { "The cards are not grouped: \(key) to group them" }
        package static func folded(key: String) -> String { "This group is folded: \(key) to unfold it" }

        /// The heading of a group.
        package static func heading(_ group: CardGroup, at now: Date, in zone: LocalZone) -> String {
            switch group {
            case .category(let name): name ?? "No category"
            case .priority(let priority): "Priority \(priority)"
            case .day(let day): dayName(day, today: zone.civil(now).daysSince1970)
            }
        }

        /// "Today", "Yesterday", the weekday within the last week, or else the date.
        private static func dayName(_ day: Int, today: Int) -> String {
            let date = CivilDate(daysSince1970: day)
            switch today - day {
            case 0: return "Today"
            case 1: return "Yesterday"
            case 2...6: return weekdays[date.weekday.rawValue]
            default:
                let text = "\(date.day) \(Relative.months[date.month - 1])"
                return date.year == CivilDate(daysSince1970: today).year ? text : "\(text) \(date.year)"
            }
        }

        private static let weekdays = [
            "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
        ]

        /// The heading for line mode: "Today, 5 cards".
        package static func spoken(_ heading: CardHeading, at now: Date, in zone: LocalZone) -> String {
            let name = Order.heading(heading.group, at: now, in: zone)
            return "\(name), \(Header.count(heading.count))\(heading.isFolded ? ", folded" : "")"
        }
        package static func unfolds(_ command: String) -> String { "\(command) unfolds the group" }
    }
}
