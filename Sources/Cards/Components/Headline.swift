extension Card {
    /// A title within a card.
    public struct Headline: Hashable, Sendable {
        /// An identifier for programs, unique within the card; nil if the author set none.
        public var id: String?
        /// The text, which may contain runtime variables.
        public var text: String
        /// Its size; `h1` by default.
        public var appearance: Appearance
        /// An icon beside the text; nil for none.
        public var icon: Card.Icon?
        /// Members that this version does not know; preserved when the card is written.
        public var unknown: JSONObject

        /// Headline sizes, largest first.
        public enum Appearance: String, Hashable, Sendable, CaseIterable { case h1, h2, h3 }

        /// Creates an instance with these properties.
        public init(
            id: String? = nil, text: String, appearance: Appearance = .h1, icon: Card.Icon? = nil,
            unknown: JSONObject = [:]
        ) {
            self.id = id
            self.text = text
            self.appearance = appearance
            self.icon = icon
            self.unknown = unknown
        }
    }
}
