/// Texts of notifications and of the window's title.
extension Strings {
    package enum Notifications {
        package static func title(_ count: Int) -> String { count == 1 ? "New card" : "\(count) new cards" }
        package static let changed = "Read the card first: it has changed since the notification"
        package static func several(_ title: String, more: Int) -> String { "\(title) and \(more) more" }
        package static func window(_ new: Int) -> String {
            new == 0 ? "cardstream" : "(\(Arrivals.number(new))) cardstream"
        }
    }
}
