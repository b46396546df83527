extension Card {
    /// A small image or glyph beside text. If both an image and a Font Awesome name are set, the image is used and the
    /// name is the fallback. If the image cannot be shown and there is no name, a placeholder is shown.
    public struct Icon: Hashable, Sendable {
        /// A Font Awesome Free 5.15.4 name, for example `credit-card`.
        public var name: String?
        /// The address of an image; nil for none.
        public var url: String?
        /// A description of the icon, for people who cannot see it.
        public var alternativeText: String?
        /// Members that this version does not know; preserved when the card is written.
        public var unknown: JSONObject

        /// Creates an instance with these properties.
        public init(
            name: String? = nil, url: String? = nil, alternativeText: String? = nil, unknown: JSONObject = [:]
        ) {
            self.name = name
            self.url = url
            self.alternativeText = alternativeText
            self.unknown = unknown
        }
    }
}
