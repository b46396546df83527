/// A small picture beside text. With both an image and a Font Awesome name the image wins and the name is the
/// fallback.
public struct Icon: Hashable, Sendable {
    /// A Font Awesome Free 5.15.4 name, for example `credit-card`.
    public var name: String?
    public var url: String?
    public var alternativeText: String?
    public var unknown: JSONObject

    public init(
        name: String? = nil, url: String? = nil, alternativeText: String? = nil, unknown: JSONObject = [:]
    ) {
        self.name = name
        self.url = url
        self.alternativeText = alternativeText
        self.unknown = unknown
    }
}
