/// Calls for the user, and the window's title.
extension Strings {
    package enum Notifications {
        package static func title(_ count: Int) -> String { count == 1 ? "New card" : "\(count) new cards" }
        package static let changed = "The card has changed since the notification: look at it first"
        package static func several(_ title: String, more: Int) -> String { "\(title) and \(more) more" }
        package static func window(_ new: Int) -> String {
            new == 0 ? "cardstream" : "(\(Arrivals.number(new))) cardstream"
        }
    }
}
