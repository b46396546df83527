/// Settings of a source that the user can turn on and off, for example kinds of notifications.
public struct SourceSwitches: Hashable, Sendable {
    /// A setting that is on or off.
    public struct Item: Hashable, Sendable {
        /// The identifier of the switch in the source.
        public var key: String
        /// The name that users see.
        public var name: String
        /// Whether the switch is on.
        public var isOn: Bool

        /// Creates a switch.
        public init(key: String, name: String, isOn: Bool) {
            self.key = key
            self.name = name
            self.isOn = isOn
        }
    }

    /// The heading of the switches, for example "Notifications".
    public var title: String
    /// The switches, in the order in which they are shown.
    public var items: [Item]

    /// Creates switches.
    public init(title: String, items: [Item]) {
        self.title = title
        self.items = items
    }
}
