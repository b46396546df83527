package import CardSources
package import Cards

/// A kind of source that the configuration can name: which settings it has, and how a source is made of them. To add one,
/// write an extension with it and add it to ``all``; reader, messages, example, guide and `doctor` follow.
package struct SourceKind: Sendable {
    /// The value of the setting `kind`.
    package let name: String
    package let help: String
    /// The stream of the cards, unless the table names another one.
    package let stream: StreamID
    /// The setting that names the stream of what the source shows over other cards; nil for a kind that shows nothing so.
    var overlaySetting: String?
    /// The settings in addition to `kind` and `stream`.
    package let settings: [SourceSetting]
    /// Makes the source. Nothing is connected yet. Throws if a file or an address cannot be used.
    package let make: @Sendable (SourceConfig, SourcePlace) throws(SourceProblem) -> CheckedSource

    /// Every kind there is.
    package static let all: [SourceKind] = [.comapi, .cordial]

    package static func named(_ name: String) -> SourceKind? { all.first { $0.name == name } }
}

/// A setting of a ``SourceKind``: a string, or a number.
package struct SourceSetting: Sendable {
    /// What a text must be in addition to its kind.
    package struct Rule: Sendable {
        /// What is allowed, in words.
        package let expected: String
        package let allows: @Sendable (String) -> Bool

        package init(_ expected: String, allows: @escaping @Sendable (String) -> Bool) {
            self.expected = expected
            self.allows = allows
        }
    }

    package let name: String
    package let kind: ConfigKey.Kind
    /// Empty without a default.
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

    /// The words of a list that a text holds: separated by commas, blanks around them left out.
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

/// What a source gets from the program besides its own settings.
package struct SourcePlace: Sendable {
    /// A folder of its own, in the state of the profile; created when needed.
    package var folder: String
    /// A PEM file with the certificate authorities to trust instead of the system's.
    package var authorityFile: String?
    package var requestPolicy: RequestPolicy?
    /// The program's version.
    package var version: String

    package init(folder: String, authorityFile: String?, requestPolicy: RequestPolicy?, version: String) {
        self.folder = folder
        self.authorityFile = authorityFile
        self.requestPolicy = requestPolicy
        self.version = version
    }
}

/// Why a source cannot be used, for people.
package struct SourceProblem: Error, Hashable, Sendable {
    package var text: String

    package init(_ text: String) { self.text = text }
}

/// A source with the check that `doctor` makes of it.
package struct CheckedSource: Sendable {
    package let source: any CardSource
    /// What a viewer tells the source besides actions; nil for a source that wants to know nothing.
    package let viewing: (any ViewedSource)?
    /// Asks the service. Returns what works, as "logged in as ana"; throws what does not.
    package let check: @Sendable () async throws(SourceProblem) -> String

    package init(
        _ source: any CardSource, viewing: (any ViewedSource)? = nil,
        check: @escaping @Sendable () async throws(SourceProblem) -> String
    ) {
        self.source = source
        self.viewing = viewing
        self.check = check
    }
}
