extension String {
    /// With a small first letter, for a sentence that follows a colon. An abbreviation stays as it is.
    var uncapitalized: String {
        guard let first, first.isUppercase, dropFirst().first?.isUppercase == false else { return self }
        return first.lowercased() + dropFirst()
    }

    /// The message with more after a semicolon, which replaces a full stop.
    func continued(_ more: String) -> String { [self, more].joinedMessages }

    fileprivate var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}

extension [String] {
    /// The messages as one, with semicolons in place of the full stops between them.
    var joinedMessages: String { (dropLast().map(\.withoutFullStop) + suffix(1)).joined(separator: "; ") }
}
