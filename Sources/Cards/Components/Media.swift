extension Card {
    /// An image or a video.
    public struct Media: Hashable, Sendable {
        /// An identifier for programs, unique within the card; nil if the author set none.
        public var id: String?
        /// Image or video.
        public var kind: Kind
        /// The address of the file.
        public var url: String
        /// The address of a thumbnail; nil for none.
        public var thumbnailURL: String?
        /// The size of the presentation; inline by default.
        public var layout: Layout
        /// The label beside a thumbnail or in a row of text; nil for none.
        public var label: String?
        /// A line below the label; nil for none.
        public var description: String?
        /// The display height; tall by default.
        public var height: Height
        /// A text alternative for users who cannot see the image or video; nil for none.
        public var alternativeText: String?
        /// A text alternative for the thumbnail; nil for none.
        public var thumbnailAlternativeText: String?
        /// Whether "View" or "Watch" is shown beside it. True by default.
        public var showsActionLabel: Bool
        /// The action of pressing an image; a video always plays.
        public var action: ImageAction
        /// Members that this version does not know; preserved when the card is written.
        public var unknown: JSONObject

        /// The raw value is the component's `type` in JSON.
        #if hasAttribute(nonexhaustive)
            @nonexhaustive
        #endif
        public enum Kind: String, Hashable, Sendable, CaseIterable { case image, video }

        /// The size of the presentation.
        public enum Layout: String, Hashable, Sendable, CaseIterable {
            /// Between texts and as wide as they are.
            case inline
            /// Across the card's full width; top level only.
            case banner
            /// A link-like row of text.
            case text
            /// A small image beside its label and description.
            case thumbnail
        }

        /// Display heights: 200, 120 and 50 points, and `original` without cropping.
        public enum Height: String, Hashable, Sendable, CaseIterable { case tall, medium, short, original }

        /// The action of pressing an image.
        #if hasAttribute(nonexhaustive)
            @nonexhaustive
        #endif
        public enum ImageAction: Hashable, Sendable {
            /// The image cannot be pressed.
            case doNothing
            /// Opens the image itself; the default.
            case openSource
            /// Opens another address.
            case openLink(url: String)
            /// Passes these members to the host program.
            case passPayload(JSONObject)
            /// Opens the subview with this id.
            case openSubview(id: String)
            /// An action that this version does not know; pressing the image says so.
            case unknown(type: String, JSONObject)
        }

        /// Creates an instance with these properties.
        public init(
            id: String? = nil, kind: Kind, url: String, thumbnailURL: String? = nil, layout: Layout = .inline,
            label: String? = nil, description: String? = nil, height: Height = .tall, alternativeText: String? = nil,
            thumbnailAlternativeText: String? = nil, showsActionLabel: Bool = true, action: ImageAction = .openSource,
            unknown: JSONObject = [:]
        ) {
            self.id = id
            self.kind = kind
            self.url = url
            self.thumbnailURL = thumbnailURL
            self.layout = layout
            self.label = label
            self.description = description
            self.height = height
            self.alternativeText = alternativeText
            self.thumbnailAlternativeText = thumbnailAlternativeText
            self.showsActionLabel = showsActionLabel
            self.action = action
            self.unknown = unknown
        }
    }
}
