extension String {
    /// The text with a lower-case first letter, for a sentence that follows a colon. Abbreviations stay unchanged.
    var uncapitalized: String {
        guard let first, first.isUppercase, dropFirst().first?.isUppercase == false else { return self }
        return first.lowercased() + dropFirst()
    }

    /// The message, continued with more text after a semicolon, which replaces a full stop.
    func continued(_ more: String) -> String { [self, more].joinedMessages }

    fileprivate var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}

extension [String] {
    /// The messages as one message, joined with semicolons that replace the full stops.
    var joinedMessages: String { (dropLast().map(\.withoutFullStop) + suffix(1)).joined(separator: "; ") }
}
