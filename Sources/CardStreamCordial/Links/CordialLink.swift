import CurlTransport

/// The target of a link.
public struct CordialLink: Sendable, Hashable {
    /// The address to open.
    public var url: String
    /// The original link.
    public var original: String
    /// For web views: the original link with a mark that tells the page that the click was already counted. Nil unless
    /// the link redirects.
    public var vanityURL: String?
    /// The address to open if ``url`` cannot be opened; nil for none.
    public var fallback: String?

    /// For a browser: the original link with the same mark.
    public var browserURL: String { LinkAddresses.marked(original) }
}

/// Functions on the addresses of links.
enum LinkAddresses {
    /// The query item that tells pages that the click was already counted.
    static let mark = "cookie-only=1"

    /// Adds the mark to the query of an address.
    static func marked(_ url: String) -> String {
        let fragment = url.firstIndex(of: "#") ?? url.endIndex
        let address = url[..<fragment]
        guard let query = address.firstIndex(of: "?") else { return address + "?" + mark + url[fragment...] }
        let items = address[address.index(after: query)...].split(separator: "&")
        if items.contains(mark[...]) { return url }
        return address + (items.isEmpty ? "" : "&") + mark + url[fragment...]
    }

    /// The address that a browser opens for a link of a message. A link that counts clicks gets the mark, because this
    /// click was counted here.
    static func forBrowser(_ url: String, vanityDomains: [String]) -> String {
        isVanity(url, vanityDomains) ? marked(url) : url
    }

    /// The server of a web address; nil for other links.
    static func server(of url: String) -> ServerURL? { ServerURL(String(url.prefix { $0 != "#" })) }

    static func isVanity(_ url: String, _ domains: [String]) -> Bool {
        guard let host = server(of: url)?.host else { return false }
        return domains.contains { $0.lowercased() == host }
    }

    /// The target of a redirect: absolute, or a path on the same server.
    static func target(of location: String, from url: String) -> String? {
        if location.isEmpty { return nil }
        guard location.hasPrefix("/"), let server = server(of: url) else { return location }
        return location.hasPrefix("//") ? server.scheme + ":" + location : server.origin + location
    }
}
