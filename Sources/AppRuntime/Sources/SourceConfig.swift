package import Cards

/// A source of cards beside the feed, as a table `[sources.NAME]` of the configuration describes it.
package struct SourceConfig: Hashable, Sendable {
    package var name: String
    /// The name of its ``SourceKind``.
    package var kind: String
    /// The stream of its cards.
    package var stream: StreamID
    /// The settings of its kind by name, with their defaults.
    package var values: [String: String]

    package init(name: String, kind: String, stream: StreamID, values: [String: String]) {
        self.name = name
        self.kind = kind
        self.stream = stream
        self.values = values
    }

    /// The value of a setting; empty if it is not set.
    package subscript(_ setting: String) -> String { values[setting] ?? "" }
}
