extension Card {
    /// A list with bullets, with numbers, or in one line.
    public struct ListBlock: Hashable, Sendable {
        /// An identifier for programs, unique within the card; nil if the author set none.
        public var id: String?
        /// The style of the list; unordered by default.
        public var style: Style
        /// The items in order; each item may contain nested items.
        public var items: [Item]
        /// The visual weight; primary by default.
        public var appearance: Card.TextAppearance
        /// How much of the text is shown before expanding; nil for all.
        public var expand: Card.ClickToExpand?
        /// Members that this version does not know; preserved when the card is written.
        public var unknown: JSONObject

        /// The style of a list.
        public enum Style: String, Hashable, Sendable, CaseIterable {
            /// With bullets or with numbers.
            case unordered, ordered
            /// The whole list as one line of text.
            case comma
        }

        /// In JSON: a string, or an object with `text` and, for a nested list, `items`.
        public struct Item: Hashable, Sendable {
            /// The text, which may contain runtime variables.
            public var text: String
            /// An icon beside the text; nil for none.
            public var icon: Card.Icon?
            /// The nested items in order, shown below this item; empty for none.
            public var items: [Item]
            /// Members that this version does not know; preserved when the card is written.
            public var unknown: JSONObject

            /// Creates an instance with these properties.
            public init(text: String, icon: Card.Icon? = nil, items: [Item] = [], unknown: JSONObject = [:]) {
                self.text = text
                self.icon = icon
                self.items = items
                self.unknown = unknown
            }
        }

        /// Creates an instance with these properties.
        public init(
            id: String? = nil, style: Style = .unordered, items: [Item], appearance: Card.TextAppearance = .primary,
            expand: Card.ClickToExpand? = nil, unknown: JSONObject = [:]
        ) {
            self.id = id
            self.style = style
            self.items = items
            self.appearance = appearance
            self.expand = expand
            self.unknown = unknown
        }
    }
}
