extension Card {
    /// Cuts text after a number of lines, with a control that shows the rest.
    public struct ClickToExpand: Hashable, Sendable {
        /// The number of lines; at least 1.
        public var maxDisplayLines: Int
        /// The label of the control that expands; "Show more" by default.
        public var showTextLabel: String
        /// The label of the control that collapses; "Show less" by default.
        public var hideTextLabel: String
        /// Members that this version does not know; preserved when the card is written.
        public var unknown: JSONObject

        /// Creates an instance with these properties.
        public init(
            maxDisplayLines: Int, showTextLabel: String = "Show more", hideTextLabel: String = "Show less",
            unknown: JSONObject = [:]
        ) {
            self.maxDisplayLines = maxDisplayLines
            self.showTextLabel = showTextLabel
            self.hideTextLabel = hideTextLabel
            self.unknown = unknown
        }
    }
}
