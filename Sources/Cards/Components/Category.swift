extension Card {
    /// The card's heading line: an icon with a main and a secondary text. Top level only.
    public struct Category: Hashable, Sendable {
        /// An identifier for programs, unique within the card; nil if the author set none.
        public var id: String?
        /// The text, which may contain runtime variables.
        public var text: String
        /// A secondary text after it; nil for none.
        public var subText: String?
        /// An icon beside the text; nil for none.
        public var icon: Card.Icon?
        /// Members that this version does not know; preserved when the card is written.
        public var unknown: JSONObject

        /// Creates an instance with these properties.
        public init(
            id: String? = nil, text: String, subText: String? = nil, icon: Card.Icon? = nil, unknown: JSONObject = [:]
        ) {
            self.id = id
            self.text = text
            self.subText = subText
            self.icon = icon
            self.unknown = unknown
        }
    }
}
