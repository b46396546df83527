/// Checks the links of cards. Cards are untrusted, so only links with harmless schemes are opened, and only if no
/// invisible characters disguise the address.
package enum LinkAddress {
    /// Why an address must not be opened; nil if it may.
    package static func problem(_ address: String) -> String? {
        guard !address.isEmpty else { return "the address is empty" }
        guard address.utf8.count <= CardLimits.url else { return "the address is longer than \(CardLimits.url) bytes" }
        if address.unicodeScalars.contains(where: isHidden) { return "the address has invisible characters" }
        guard let scheme = scheme(of: address) else { return "expected https://, http:// or mailto:" }
        let rest = address.dropFirst(scheme.count + 1)
        switch scheme.lowercased() {
        case "mailto": return rest.isEmpty ? "the address has no recipient" : nil
        case "http", "https":
            guard rest.hasPrefix("//") else { return "\(scheme): must be followed by //" }
            let host = rest.dropFirst(2).prefix { !"/?#".contains($0) }
            return host.isEmpty ? "the address has no host" : nil
        default: return "\(scheme): links are not opened; use https:, http: or mailto:"
        }
    }

    /// The text before the first colon if it is a scheme by RFC 3986, 3.1.
    private static func scheme(of address: String) -> String? {
        guard let colon = address.firstIndex(of: ":") else { return nil }
        let scheme = address[..<colon]
        guard let first = scheme.first, first.isASCII, first.isLetter,
            scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
        else { return nil }
        return String(scheme)
    }

    /// Control characters, and characters that reorder or hide others.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
        default: false
        }
    }
}
