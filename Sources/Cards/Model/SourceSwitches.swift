/// What a source lets the user switch on and off, such as kinds of notifications.
public struct SourceSwitches: Hashable, Sendable {
    /// One of them.
    public struct Item: Hashable, Sendable {
        /// How the source calls it.
        public var key: String
        /// How people call it.
        public var name: String
        /// Whether it is on.
        public var isOn: Bool

        /// Creates a switch.
        public init(key: String, name: String, isOn: Bool) {
            self.key = key
            self.name = name
            self.isOn = isOn
        }
    }

    /// What they are about, as "Notifications".
    public var title: String
    /// In the order in which they are shown.
    public var items: [Item]

    /// Creates switches.
    public init(title: String, items: [Item]) {
        self.title = title
        self.items = items
    }
}
