extension String {
    /// With a small first letter, for a sentence that follows a colon. An abbreviation stays as it is.
    var uncapitalized: String {
        guard let first, first.isUppercase, dropFirst().first?.isUppercase == false else { return self }
        return first.lowercased() + dropFirst()
    }

    /// For a sentence that goes on.
    var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
