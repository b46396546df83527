import CardSources
import Cards

/// Themes of streams.
extension FeedCoder {
    /// Encodes a theme as `{"document":"…"}`; `{}` if there is none.
    package static func encode(theme document: String?) -> [UInt8] {
        JSONValue.object(document.map { ["document": .string($0)] } ?? [:]).encoded()
    }

    /// Decodes the document with which a publisher sets a theme.
    package static func decodeThemeDocument(_ bytes: [UInt8]) throws(Problem) -> String {
        let object = try WireObject(document: bytes)
        let document = try object.string("document")
        guard document.utf8.count <= StreamTheme.maximumBytes else {
            throw Problem(
                .tooLarge,
                detail:
                    "The theme has \(document.utf8.count) bytes; the limit is \(StreamTheme.maximumBytes). Remove entries that the inherited theme has, too.",
                pointer: "/document", expected: "at most \(StreamTheme.maximumBytes) bytes")
        }
        return document
    }

    /// Decodes the theme in a response; nil if there is none.
    package static func decodeTheme(_ bytes: [UInt8]) throws(Problem) -> String? {
        try WireObject(document: bytes).optional("document") == nil ? nil : decodeThemeDocument(bytes)
    }
}
