/// An image or a video.
public struct Media: Hashable, Sendable {
    public var id: String?
    public var kind: Kind
    public var url: String
    public var thumbnailURL: String?
    public var layout: Layout
    public var label: String?
    public var description: String?
    public var height: Height
    public var alternativeText: String?
    public var thumbnailAlternativeText: String?
    public var showsActionLabel: Bool
    /// What pressing an image does; a video always plays.
    public var action: ImageAction
    public var unknown: JSONObject

    /// JSON: the component's `type`.
    public enum Kind: String, Hashable, Sendable, CaseIterable { case image, video }

    public enum Layout: String, Hashable, Sendable, CaseIterable {
        case inline
        /// Across the card's whole width; top level only.
        case banner
        /// A link-like row of text.
        case text
        case thumbnail
    }

    /// Display heights; in points 200, 120 and 50, and `original` is uncropped.
    public enum Height: String, Hashable, Sendable, CaseIterable { case tall, medium, short, original }

    public enum ImageAction: Hashable, Sendable {
        case doNothing
        case openSource
        case toLink(url: String)
        case passPayload(JSONObject)
        case toSubview(id: String)
        case unknown(type: String, JSONObject)
    }

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
