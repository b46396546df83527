extension String {
    /// The text with passwords in addresses masked: `https://ana:…@cards.example.com`. Use it wherever an address is
    /// shown, printed or logged.
    package var maskingPasswords: String {
        guard contains("://"), contains("@") else { return self }
        var result = ""
        var rest = self[...]
        while let scheme = rest.firstRange(of: "://") {
            result += rest[..<scheme.upperBound]
            rest = rest[scheme.upperBound...]
            guard let password = Self.password(in: rest) else { continue }
            result += rest[..<password.lowerBound] + "…"
            rest = rest[password.upperBound...]
        }
        return result + rest
    }

    /// The same for text that should be a single address, even if the scheme or a slash is missing: `ana:…@host`.
    package var maskingPasswordOfAddress: String {
        guard !contains("://") else { return maskingPasswords }
        let start = firstRange(of: ":/")?.upperBound ?? startIndex
        guard let colon = self[start...].firstIndex(of: ":"), let at = lastIndex(of: "@"), colon < at else {
            return self
        }
        return self[...colon] + "…" + self[at...]
    }

    /// The range of the password in the part of an address after its scheme.
    private static func password(in text: Substring) -> Range<Index>? {
        let word = text.prefix { !$0.isWhitespace && !"\"'<>".contains($0) }
        let authority = word.prefix { !"/?#".contains($0) }
        guard let colon = authority.firstIndex(of: ":") else { return nil }
        let start = word.index(after: colon)
        if let at = authority.lastIndex(of: "@") { return colon < at ? start..<at : nil }
        // A password may contain a slash that should have been encoded: the text after the colon is then not a port.
        guard !authority[start...].allSatisfy(\.isNumber), !authority.hasPrefix("["), let at = word.lastIndex(of: "@")
        else { return nil }
        return start..<at
    }
}
