extension String {
    /// The text with the password of each address in it masked: `https://ana:…@cards.example.com`. For every place where an
    /// address is shown, printed or logged.
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

    /// The same of a text that should be one address: `ana:…@host`, also where the scheme is missing or has a slash too few.
    package var maskingPasswordOfAddress: String {
        guard !contains("://") else { return maskingPasswords }
        let start = firstRange(of: ":/")?.upperBound ?? startIndex
        guard let colon = self[start...].firstIndex(of: ":"), let at = lastIndex(of: "@"), colon < at else {
            return self
        }
        return self[...colon] + "…" + self[at...]
    }

    /// The password of an address of which `text` is what follows the scheme.
    private static func password(in text: Substring) -> Range<Index>? {
        let word = text.prefix { !$0.isWhitespace && !"\"'<>".contains($0) }
        let authority = word.prefix { !"/?#".contains($0) }
        guard let colon = authority.firstIndex(of: ":") else { return nil }
        let start = word.index(after: colon)
        if let at = authority.lastIndex(of: "@") { return colon < at ? start..<at : nil }
        // A password may hold a slash that should have been encoded: what follows the colon is no port then.
        guard !authority[start...].allSatisfy(\.isNumber), !authority.hasPrefix("["), let at = word.lastIndex(of: "@")
        else { return nil }
        return start..<at
    }
}
