extension Strings {
    /// Leaving a viewer that cannot keep what was done.
    package enum Quitting {
        package static func title(_ count: Int) -> String { "\(actions(count)) not reached the server: quit?" }
        package static let stay = "Stay until it is back"
        package static func quit(_ count: Int) -> String { "Quit and lose \(count == 1 ? "it" : "them")" }
        private static func actions(_ count: Int) -> String {
            count == 1 ? "1 thing you did has" : "\(count) things you did have"
        }
    }
}
