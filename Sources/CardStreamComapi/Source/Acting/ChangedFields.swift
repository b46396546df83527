import Cards

/// Describes in words which fields others have changed since the user opened a form, for example: its name is now "X",
/// its description was removed.
struct ChangedFields {
    struct Field {
        /// The name of the field inside a sentence, such as "name".
        var label: String
        /// The ``mark(of:)`` of the value when the form was opened; nil if it is not known.
        var was: String?
        var now: String
    }

    /// The possessive before the labels: "its" or "your".
    var owner: String
    var fields: [Field]

    /// A short hash of a value. A form keeps it to detect later that the value has changed.
    static func mark(of value: String) -> String { String(FNV1a.wideText(of: value).prefix(16)) }

    /// The number of characters after which a value is truncated.
    private static let valueLimit = 80

    /// The text after "… in the meantime", with a colon; empty if none of the fields has changed.
    var words: String {
        let known = fields.filter { $0.was != nil }
        // Actions of earlier versions have no marks: assume that the first field has changed.
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
