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
    /// The settings in addition to `kind` and `stream`.
    package let settings: [SourceSetting]
    /// Makes the source. Nothing is connected yet.
    package let make: @Sendable (SourceConfig, SourcePlace) -> CheckedSource

    /// Every kind there is.
    package static let all: [SourceKind] = [.comapi]

    package static func named(_ name: String) -> SourceKind? { all.first { $0.name == name } }
}

/// A setting of a ``SourceKind``. All are strings.
package struct SourceSetting: Sendable {
    package let name: String
    package let kind: ConfigKey.Kind
    /// Empty without a default.
    package let defaultValue: String
    package let isRequired: Bool
    package let help: String

    package init(
        _ name: String, _ kind: ConfigKey.Kind = .text, defaultValue: String = "", isRequired: Bool = false,
        help: String
    ) {
        self.name = name
        self.kind = kind
        self.defaultValue = defaultValue
        self.isRequired = isRequired
        self.help = help
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
    /// Asks the service. Returns what works, as "logged in as ana"; throws what does not.
    package let check: @Sendable () async throws(SourceProblem) -> String

    package init(_ source: any CardSource, check: @escaping @Sendable () async throws(SourceProblem) -> String) {
        self.source = source
        self.check = check
    }
}
