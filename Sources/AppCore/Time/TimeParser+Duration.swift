import Cards

extension TimeParser {
    /// The text of a ``CardDuration`` for a text that counts from now, such as `2h` or `in 3 months`. Nil for all
    /// other texts: days, times of day, timestamps, and times in the past.
    package static func duration(_ text: String) -> String? {
        let text = text.trimmed
        if CardDuration(text) != nil { return text }
        // A text that is too far in the future is reported when it is read as a time.
        guard let length = try? length(words(of: text)), !length.isPast else { return nil }
        let months = length.months == 0 ? "" : "\(length.months)mo"
        let milliseconds = Int((length.seconds * 1000).rounded())
        guard milliseconds > 0 else { return months.isEmpty ? nil : months }
        let seconds = milliseconds % 1000 == 0 ? "\(milliseconds / 1000)" : "\(Double(milliseconds) / 1000)"
        return "\(months)\(seconds)s"
    }
}
