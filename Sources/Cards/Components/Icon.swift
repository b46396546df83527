/// A small picture beside text. With both an image and a Font Awesome name the image wins and the name is the
/// fallback.
public struct Icon: Hashable, Sendable {
    /// A Font Awesome Free 5.15.4 name, for example `credit-card`.
    public var name: String?
    /// The address of an image; nil for none.
    public var url: String?
    /// What stands for the image where none can be shown.
    public var alternativeText: String?
    /// Members that this version does not know; kept when it is written again.
    public var unknown: JSONObject

    /// See the properties.
    public init(
        name: String? = nil, url: String? = nil, alternativeText: String? = nil, unknown: JSONObject = [:]
    ) {
        self.name = name
        self.url = url
        self.alternativeText = alternativeText
        self.unknown = unknown
    }
}
