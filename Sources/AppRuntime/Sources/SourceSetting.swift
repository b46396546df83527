/// A setting of a ``SourceKind``: a string, or a number.
package struct SourceSetting: Sendable {
    /// A condition for a value, in addition to its kind.
    package struct Rule: Sendable {
        /// The permitted values, in words.
        package let expected: String
        package let allows: @Sendable (String) -> Bool

        package init(_ expected: String, allows: @escaping @Sendable (String) -> Bool) {
            self.expected = expected
            self.allows = allows
        }
    }

    package let name: String
    package let kind: ConfigKey.Kind
    /// The default; empty if there is none.
    package let defaultValue: String
    package let isRequired: Bool
    package let rule: Rule?
    /// Whether the value is a list of names of screens.
    package let namesScreens: Bool
    package let help: String

    package init(
        _ name: String, _ kind: ConfigKey.Kind = .text, defaultValue: String = "", isRequired: Bool = false,
        rule: Rule? = nil, namesScreens: Bool = false, help: String
    ) {
        self.name = name
        self.kind = kind
        self.defaultValue = defaultValue
        self.isRequired = isRequired
        self.rule = rule
        self.namesScreens = namesScreens
        self.help = help
    }

    /// Whether the value is a number in the file.
    var isNumber: Bool { if case .number = kind { true } else { false } }

    /// Splits a list: items are separated by commas, and surrounding blanks are removed.
    package static func words(_ text: String) -> [String] {
        text.split(separator: ",").map { $0.trimmingBlanks }.filter { !$0.isEmpty }
    }
}

extension Substring {
    fileprivate var trimmingBlanks: String {
        var text = drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
