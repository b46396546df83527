/// How a publisher wants the containers of a stream to look. A host may ignore it.
public struct StreamTheme: Hashable, Sendable {
    /// A document in the format of theme files (TOML), at most ``maximumBytes`` of UTF-8; nil if the stream has no theme.
    public var document: String?
    /// Identifies the document. Differs between different documents, so that the source does not send an unchanged one
    /// again.
    public var tag: String

    /// The maximum size of a document in bytes.
    public static let maximumBytes = 65_536

    /// Creates a theme from its properties.
    public init(document: String?, tag: String) {
        self.document = document
        self.tag = tag
    }
}
