extension Card {
    /// The buttons of a layout; each layout has at most one container.
    public struct ButtonContainer: Hashable, Sendable {
        /// An identifier for programs, unique within the card; nil if the author set none.
        public var id: String?
        /// The buttons in the order of their numbers.
        public var buttons: [Card.Button]
        /// The direction of the layout; horizontal by default.
        public var layout: Layout
        /// The width of the buttons. By default, each button is as wide as its label, and the row starts at the leading
        /// edge.
        public var width: Width
        /// Members that this version does not know; preserved when the card is written.
        public var unknown: JSONObject

        /// The direction in which buttons are laid out.
        public enum Layout: String, Hashable, Sendable, CaseIterable { case vertical, horizontal }
        /// How buttons share the available width.
        public enum Width: String, Hashable, Sendable, CaseIterable {
            /// Each button is as wide as its label; the buttons are at the leading edge.
            case hugLeading = "hug-leading"
            /// Each button is as wide as its label; the buttons are centred.
            case hugCenter = "hug-center"
            /// Each button is as wide as its label; the buttons are at the trailing edge.
            case hugTrailing = "hug-trailing"
            /// The buttons fill the width of the card.
            case fill
        }

        /// Creates an instance with these properties.
        public init(
            id: String? = nil, buttons: [Card.Button], layout: Layout = .horizontal, width: Width = .hugLeading,
            unknown: JSONObject = [:]
        ) {
            self.id = id
            self.buttons = buttons
            self.layout = layout
            self.width = width
            self.unknown = unknown
        }
    }
}
