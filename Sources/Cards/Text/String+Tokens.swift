extension String {
    /// The text with `<a token>` in place of everything that looks like a JSON web token (RFC 7519 section 3: parts in base64url
    /// with points between, the first of which is a JSON object), whole or cut off.
    package var withoutTokens: String {
        // Every such object begins with `{"`, or has a blank in between.
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

    /// The same of a text without any other characters.
    private static func withoutToken(_ word: Substring) -> String {
        let parts = word.split(separator: ".", omittingEmptySubsequences: false)
        guard let first = parts.dropLast().firstIndex(where: isHeader) else { return String(word) }
        return (parts[..<first].map(String.init) + ["<a token>"]).joined(separator: ".")
    }

    /// `{"alg"` is nine characters, and the shortest header there is.
    private static func isHeader(_ part: Substring) -> Bool {
        part.utf8.count >= 9 && ["eyJ", "eyA", "eyI", "ewo", "ewk", "ew0"].contains { part.hasPrefix($0) }
    }
}

extension Character {
    /// Of base64url, or a point.
    fileprivate var isTokenCharacter: Bool {
        switch self {
        case "A"..."Z", "a"..."z", "0"..."9", "-", "_", ".": isASCII
        default: false
        }
    }
}
