extension String {
    /// The text with everything that looks like a JSON web token replaced by `<a token>`, whether complete or truncated
    /// (RFC 7519, section 3: base64url parts separated by points, the first of which is a JSON object).
    package var withoutTokens: String {
        // A JSON object begins with `{"` or with `{` and white space, which base64url encodes as `ey` or `ew`.
        guard contains("ey") || contains("ew") else { return self }
        var result = ""
        var rest = self[...]
        while let start = rest.firstIndex(where: \.isTokenCharacter) {
            result += rest[..<start]
            let end = rest[start...].firstIndex { !$0.isTokenCharacter } ?? rest.endIndex
            result += Self.withoutToken(rest[start..<end])
            rest = rest[end...]
        }
        return result + rest
    }

    /// Like ``withoutTokens``, for a word that contains only characters of tokens.
    private static func withoutToken(_ word: Substring) -> String {
        let parts = word.split(separator: ".", omittingEmptySubsequences: false)
        guard let first = parts.dropLast().firstIndex(where: isHeader) else { return String(word) }
        return (parts[..<first].map(String.init) + ["<a token>"]).joined(separator: ".")
    }

    /// Whether a part can be the header of a token: it begins like a JSON object. No header is shorter than nine
    /// characters.
    private static func isHeader(_ part: Substring) -> Bool {
        part.utf8.count >= 9 && ["eyJ", "eyA", "eyI", "ewo", "ewk", "ew0"].contains { part.hasPrefix($0) }
    }
}

extension Character {
    /// Whether the character is in base64url or a point.
    fileprivate var isTokenCharacter: Bool {
        switch self {
        case "A"..."Z", "a"..."z", "0"..."9", "-", "_", ".": isASCII
        default: false
        }
    }
}
