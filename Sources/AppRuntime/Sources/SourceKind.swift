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
