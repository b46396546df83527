import Cards
import Crypto
import FeedAPI
import FeedEngine
import FeedStorage
import Theming

/// Themes of streams.
extension FeedService {
    func theme(of stream: StreamID, in environment: EnvironmentID) async throws(Problem) -> StreamTheme {
        let document = try await storage.theme(of: stream, in: environment)
        return StreamTheme(document: document, tag: Self.tag(of: document))
    }

    /// Sets the theme of a stream.
    ///
    /// - Returns: Whether the stream had no theme before.
    func setTheme(
        _ document: String, of stream: StreamID, environment: EnvironmentID
    ) async throws(Problem) -> Bool {
        do throws(ThemeProblem) { _ = try PublishedTheme(document) } catch { throw Problem(error) }
        return try await !run(SetTheme(StoredTheme(Self.id(stream, environment), document: document))).reply
    }

    func removeTheme(of stream: StreamID, environment: EnvironmentID) async throws(Problem) {
        let hadOne = try await run(SetTheme(StoredTheme(Self.id(stream, environment), document: nil))).reply
        guard hadOne else { throw Problem(.notFound, detail: "The stream \"\(stream)\" has no theme.") }
    }

    private static func id(_ stream: StreamID, _ environment: EnvironmentID) -> StoredTheme.ID {
        StoredTheme.ID(environment: environment, stream: stream)
    }

    /// The entity tag of a theme. It is the same on all servers of a storage.
    private static func tag(of document: String?) -> String {
        guard let document else { return "\"none\"" }
        let digest = SHA256.hash(data: Array(document.utf8)).prefix(8)
        return "\"\(digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())\""
    }
}

extension Problem {
    /// The problem for a document that cannot be a stream's theme.
    fileprivate init(_ theme: ThemeProblem) {
        self.init(
            .malformedRequest,
            detail:
                "The theme is refused: \(theme.brief). `cardstream themes check FILE` lists all problems of a theme.",
            pointer: "/document", expected: "a theme without mistakes and with readable text",
            line: theme.line > 0 ? theme.line : nil)
    }
}
