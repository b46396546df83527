import CurlTransport

/// Where a link leads.
public struct CordialLink: Sendable, Hashable {
    /// The address to open.
    public var url: String
    /// The link as it was given.
    public var original: String
    /// For web views: the link as it was given, with the mark that lets the page take part in the attribution. Nil unless it
    /// leads elsewhere.
    public var vanityURL: String?
    /// What to open where ``url`` cannot be opened; nil for nothing.
    public var fallback: String?

    /// For a browser: the original link with its mark.
    public var browserURL: String { LinkAddresses.marked(original) }
}

/// Rules about the texts of links.
enum LinkAddresses {
    /// Tells pages that the click was counted already.
    static let mark = "cookie-only=1"

    /// With the mark in the query.
    static func marked(_ url: String) -> String {
        let fragment = url.firstIndex(of: "#") ?? url.endIndex
        let address = url[..<fragment]
        guard let query = address.firstIndex(of: "?") else { return address + "?" + mark + url[fragment...] }
        let items = address[address.index(after: query)...].split(separator: "&")
        if items.contains(mark[...]) { return url }
        return address + (items.isEmpty ? "" : "&") + mark + url[fragment...]
    }

    /// What a browser opens for a link of a message: one that counts clicks with its mark, since this click is counted here.
    static func forBrowser(_ url: String, vanityDomains: [String]) -> String {
        isVanity(url, vanityDomains) ? marked(url) : url
    }

    /// The host of a web address; nil for other links.
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
