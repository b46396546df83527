public import Cards
import VendorClient

/// A push notification of the service, for programs that receive pushes themselves, possibly together with those of
/// other services.
public struct CordialPush: Sendable, Hashable {
    /// A picture of a carousel.
    public struct Item: Sendable, Hashable {
        /// The address of the picture.
        public var imageURL: String
        /// The link that it opens; nil for none.
        public var link: String?
    }

    /// The id of the message.
    public var messageID: String
    /// The link that a tap opens; nil for none.
    public var link: String?
    /// The address to open if ``link`` cannot be opened; nil for none.
    public var fallback: String?
    /// The tracked form of ``link``; nil for none.
    public var vanityURL: String?
    /// The address of a picture; nil for none.
    public var imageURL: String?
    /// The pictures of a carousel; empty for other pushes.
    public var carousel: [Item]
    /// The title, nil for none.
    public var title: String?
    /// The text; nil for a silent push.
    public var text: String?
    /// Whether the push announces a message of the inbox.
    public var announcesInbox: Bool
    /// The parameters of the in-app message that the push announces; nil if it announces none.
    var inApp: InAppParameters?

    /// Whether the push announces an in-app message.
    public var announcesInApp: Bool { inApp != nil }

    /// Decodes a push; nil for pushes of other services.
    ///
    /// - Parameter payload: The whole payload, such as `userInfo` of Apple's push service.
    public init?(payload: JSONObject) {
        guard let id = payload.text("mcID"), !id.isEmpty else { return nil }
        messageID = id
        let deepLink = payload["deepLink"].flatMap(Self.parsed)?.object
        link = deepLink?.text("url")
        fallback = deepLink?.text("fallbackUrl")
        vanityURL = deepLink?.text("vanityUrl")
        imageURL = payload.text("imageURL")
        carousel = (payload["carousel"].flatMap(Self.parsed)?.array ?? []).compactMap(\.object).compactMap { item in
            item.text("imageURL").map {
                Item(imageURL: $0, link: item.text("deepLink") ?? item.object("deepLink")?.text("url"))
            }
        }
        let alert = payload.object("aps")?["alert"]
        title = alert?.object?.text("title")
        text = alert?.string ?? alert?.object?.text("body")
        let system = payload["system"].flatMap(Self.parsed)?.object
        announcesInbox = system?["inbox"].map { !$0.isNull } ?? false
        inApp = system?.object("iam").map { InAppParameters($0) }
    }

    /// Decodes a value that may be JSON in a string, because some push services carry only strings.
    private static func parsed(_ value: JSONValue) -> JSONValue {
        // Ignore errors: a string that is not JSON stays a string.
        guard let text = value.string, let json = try? JSONParser.parse(text) else { return value }
        return json
    }
}
