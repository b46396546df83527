package import Cards

/// A source of cards in addition to the feed, as configured in a table `[sources.NAME]`.
package struct SourceConfig: Hashable, Sendable {
    package var name: String
    /// The title of its screen.
    package var title: String
    /// The name of its ``SourceKind``.
    package var kind: String
    /// The stream of its cards.
    package var stream: StreamID
    /// The stream of cards that it shows over other cards; nil for none.
    package var overlay: StreamID?
    /// The settings of its kind by name, with their defaults.
    package var values: [String: String]

    package init(
        name: String, title: String? = nil, kind: String, stream: StreamID, overlay: StreamID? = nil,
        values: [String: String]
    ) {
        self.name = name
        let title = title ?? ""
        self.title = !title.isEmpty ? title : name.prefix(1).uppercased() + name.dropFirst()
        self.kind = kind
        self.stream = stream
        self.overlay = overlay
        self.values = values
    }

    /// The stream of its cards, and the overlay stream if there is one.
    package var streams: [StreamID] { [stream] + (overlay.map { [$0] } ?? []) }

    /// The value of a setting; empty if it is not set.
    package subscript(_ setting: String) -> String { values[setting] ?? "" }

    /// The items of a setting that is a list, without surrounding blanks.
    package func list(_ setting: String) -> [String] { SourceSetting.words(self[setting]) }

    /// The value of a numeric setting; nil if it is not a number.
    package func number(_ setting: String) -> Double? { Double(self[setting]) }
}
