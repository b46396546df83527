/// An absolute `http` or `https` URL, split into the parts that are needed to compare origins and address requests.
///
/// Deliberately strict: no credentials (they would appear in logs and process lists), no control characters, no
/// fragment, no encoded host.
package struct ServerURL: Hashable, Sendable, CustomStringConvertible {
    package let isSecure: Bool
    /// In lower case; IPv6 addresses have brackets.
    package let host: String
    package let port: Int
    /// The path and query, from the first slash on; at least "/".
    package let target: String

    /// Nil if the text is not such a URL.
    package init?(_ text: String) {
        guard let schemeEnd = text.firstRange(of: "://"),
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }),
            !text.utf8.contains(UInt8(ascii: "#"))
        else { return nil }
        switch text[..<schemeEnd.lowerBound].lowercased() {
        case "http", "ws": isSecure = false
        case "https", "wss": isSecure = true
        default: return nil
        }
        let rest = text[schemeEnd.upperBound...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        let path = rest[authority.endIndex...]
        target = path.hasPrefix("/") ? String(path) : "/" + path
        guard !authority.contains("@") else { return nil }
        let name: Substring
        let portText: Substring
        if authority.hasPrefix("[") {
            guard let close = authority.firstIndex(of: "]") else { return nil }
            name = authority[...close]
            portText = authority[authority.index(after: close)...]
        } else {
            name = authority.prefix { $0 != ":" }
            portText = authority[name.endIndex...]
        }
        // libcurl decodes "ex%61mple.com" to "example.com", which a comparison of hosts would miss.
        guard !name.isEmpty, name != "[]", name.hasPrefix("[") || !name.utf8.contains(UInt8(ascii: "%")) else {
            return nil
        }
        host = name.lowercased()
        if portText.isEmpty {
            port = isSecure ? 443 : 80
        } else {
            let digits = portText.dropFirst()
            guard portText.hasPrefix(":"), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let number = UInt16(digits), number > 0
            else { return nil }
            port = Int(number)
        }
    }

    /// Whether the host is this machine, by name or address, so that nothing is sent over a network.
    package var isLoopback: Bool {
        if ["localhost", "[::1]"].contains(host) { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0).map(String.init) == String($0) }
    }

    package var scheme: String { isSecure ? "https" : "http" }

    /// The value of the `Host` header.
    package var authority: String { port == (isSecure ? 443 : 80) ? host : "\(host):\(port)" }

    /// Scheme, host and port, which determine whether credentials may be sent.
    package var origin: String { "\(scheme)://\(authority)" }

    package var description: String { origin + target }

    /// The server and base path as a user would write them: without a trailing slash and without a query.
    package var base: String { appending(path: "") }

    /// The same server and base path followed by `path`, which starts with a slash. A query of the base is dropped.
    package func appending(path: String) -> String {
        var base = target.prefix { $0 != "?" }
        while base.hasSuffix("/") { base.removeLast() }
        return origin + base + path
    }
}
