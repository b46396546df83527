extension Card {
    /// The visual weight of text.
    public enum TextAppearance: String, Hashable, Sendable, CaseIterable { case primary, secondary, tertiary }
}

extension Card {
    /// One or more paragraphs of Markdown: bold, italic, lists, tables, links.
    public struct TextBlock: Hashable, Sendable {
        /// An identifier for programs, unique within the card; nil if the author set none.
        public var id: String?
        /// The text, which may contain runtime variables.
        public var text: String
        /// The visual weight; primary by default.
        public var appearance: Card.TextAppearance
        /// An icon beside the text; nil for none.
        public var icon: Card.Icon?
        /// How much of the text is shown before expanding; nil for all.
        public var expand: Card.ClickToExpand?
        /// Members that this version does not know; preserved when the card is written.
        public var unknown: JSONObject

        /// Creates an instance with these properties.
        public init(
            id: String? = nil, text: String, appearance: Card.TextAppearance = .primary, icon: Card.Icon? = nil,
            expand: Card.ClickToExpand? = nil, unknown: JSONObject = [:]
        ) {
            self.id = id
            self.text = text
            self.appearance = appearance
            self.icon = icon
            self.expand = expand
            self.unknown = unknown
        }
    }
}
