import Cards

/// What others have changed since the user began to fill in a form, in words: its name is now "X", its description was removed.
struct ChangedFields {
    struct Field {
        /// In a sentence, as "name".
        var label: String
        /// The ``mark(of:)`` of what it was; nil if that is not known.
        var was: String?
        var now: String
    }

    /// Whose fields they are: "its" or "your".
    var owner: String
    var fields: [Field]

    /// What a form keeps of a value that it began with: enough to tell it from another one.
    static func mark(of value: String) -> String { String(FNV1a.wideText(of: value).prefix(16)) }

    /// Longer values are cut.
    private static let valueLimit = 80

    /// What follows "… in the meantime", with a colon; empty where none of these fields has changed.
    var words: String {
        let known = fields.filter { $0.was != nil }
        // An action of an earlier version does not say what there was.
        let changed = known.isEmpty ? fields.prefix(1) : known.filter { $0.was != Self.mark(of: $0.now) }[...]
        guard !changed.isEmpty else { return "" }
        return ": " + changed.map(words).joined(separator: ", ")
    }

    private func words(for field: Field) -> String {
        guard !field.now.isEmpty else { return "\(owner) \(field.label) was removed" }
        let value = field.now.count > Self.valueLimit ? field.now.prefix(Self.valueLimit - 1) + "…" : field.now[...]
        return "\(owner) \(field.label) is now \"\(value)\""
    }
}
