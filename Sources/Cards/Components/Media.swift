/// An image or a video.
public struct Media: Hashable, Sendable {
    /// Names it for programs; unique within the card. Nil where the author gave none.
    public var id: String?
    /// Image or video.
    public var kind: Kind
    /// The address of the file.
    public var url: String
    /// The address of a smaller image that stands for it; nil for none.
    public var thumbnailURL: String?
    /// How much room it takes; inline by default.
    public var layout: Layout
    /// The name beside a thumbnail or in a row of text.
    public var label: String?
    /// A line below the label.
    public var description: String?
    /// How high it is; tall by default.
    public var height: Height
    /// What it shows, in words, for whoever does not see it.
    public var alternativeText: String?
    /// The same for the thumbnail.
    public var thumbnailAlternativeText: String?
    /// Whether "View" or "Watch" stands beside it. True by default.
    public var showsActionLabel: Bool
    /// What pressing an image does; a video always plays.
    public var action: ImageAction
    /// Members that this version does not know; kept when it is written again.
    public var unknown: JSONObject

    /// JSON: the component's `type`.
    public enum Kind: String, Hashable, Sendable, CaseIterable { case image, video }

    /// How much room it takes in the card.
    public enum Layout: String, Hashable, Sendable, CaseIterable {
        /// Between the texts, as wide as they are.
        case inline
        /// Across the card's whole width; top level only.
        case banner
        /// A link-like row of text.
        case text
        /// Small, beside its label and description.
        case thumbnail
    }

    /// Display heights; in points 200, 120 and 50, and `original` is uncropped.
    public enum Height: String, Hashable, Sendable, CaseIterable { case tall, medium, short, original }

    /// What pressing an image does.
    public enum ImageAction: Hashable, Sendable {
        /// It cannot be pressed.
        case doNothing
        /// Opens the image itself; the default.
        case openSource
        /// Opens another address.
        case toLink(url: String)
        /// Hands these members to the host program.
        case passPayload(JSONObject)
        /// Opens the subview of this id.
        case toSubview(id: String)
        /// An action this version does not know; pressing it explains so.
        case unknown(type: String, JSONObject)
    }

    /// See the properties.
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
