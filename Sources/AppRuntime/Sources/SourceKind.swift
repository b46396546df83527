package import CardSources
package import Cards

/// A kind of source that can be configured: its settings, and how a source is created from them. To add a kind, write
/// an extension with it and add it to ``all``. The reader, messages, example, guide and `doctor` then include it.
package struct SourceKind: Sendable {
    /// The value of the setting `kind`.
    package let name: String
    package let help: String
    /// The default stream of the cards.
    package let stream: StreamID
    /// The name of the setting for the stream of cards that the source shows over other cards; nil if the kind has
    /// none.
    var overlaySetting: String?
    /// The settings in addition to `kind` and `stream`.
    package let settings: [SourceSetting]
    /// Creates the source without connecting it. Throws if a file or an address cannot be used.
    package let make: @Sendable (SourceConfig, SourceEnvironment) throws(SourceProblem) -> CheckedSource

    /// All kinds of sources.
    package static let all: [SourceKind] = [.comapi, .cordial]

    package static func named(_ name: String) -> SourceKind? { all.first { $0.name == name } }
}

/// What the program provides to a source in addition to its settings.
package struct SourceEnvironment: Sendable {
    /// A directory for the source, in the profile's state directory. It is created when needed.
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

/// The reason why a source cannot be used, for users.
package struct SourceProblem: Error, Hashable, Sendable {
    package var text: String

    package init(_ text: String) { self.text = text }
}

/// A source, with the check that `doctor` runs.
package struct CheckedSource: Sendable {
    package let source: any CardSource
    /// Receives what the viewer reports in addition to actions; nil if the source does not need it.
    package let viewing: (any ViewedSource)?
    /// Contacts the service. Returns a description of the connection, such as "logged in as ana"; throws the problem if
    /// the check fails.
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
