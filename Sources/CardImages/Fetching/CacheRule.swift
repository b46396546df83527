package import CurlTransport

/// Caching rules from a server's response (RFC 9111).
package struct CacheRule: Hashable, Sendable {
    package var entityTag: String?
    package var lastModified: String?
    /// Seconds for which the file may be shown without revalidation; nil if the server does not say.
    package var life: Int?
    package var mayBeStored = true

    /// The lifetime in seconds if the server does not state one; images of cards seldom change.
    static let standardLife = 600
    /// The maximum lifetime in seconds: 30 days.
    private static let longestLife = 30 * 86_400
    /// The maximum length of a validator, in characters; longer ones are not stored.
    private static let maxValidator = 512

    package init(entityTag: String? = nil, lastModified: String? = nil, life: Int? = nil) {
        self.entityTag = entityTag
        self.lastModified = lastModified
        self.life = life
    }

    package init(_ response: HTTPResponse) {
        entityTag = response["ETag"].flatMap(Self.validator)
        lastModified = response["Last-Modified"].flatMap(Self.validator)
        let directives = response.values(of: "Cache-Control").joined(separator: ",").lowercased()
            .split(separator: ",").map { $0.drop { $0 == " " }.prefix { $0 != " " } }
        for directive in directives {
            switch directive {
            case "no-store": mayBeStored = false
            case "no-cache": life = 0
            default:
                guard life == nil, directive.hasPrefix("max-age="), let seconds = Int(directive.dropFirst(8)) else {
                    continue
                }
                life = min(max(0, seconds), Self.longestLife)
            }
        }
    }

    private static func validator(_ text: String) -> String? {
        text.utf8.count <= maxValidator && text.utf8.allSatisfy { (0x20...0x7E).contains($0) } ? text : nil
    }
}
