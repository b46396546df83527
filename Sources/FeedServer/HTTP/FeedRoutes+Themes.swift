import Cards
import FeedAPI
import FeedEngine
import HTTPSockets

/// Themes of streams.
extension FeedRoutes {
    func respondWithTheme(
        of stream: StreamID, in environment: EnvironmentID, _ head: HTTPHead
    ) async throws(Problem) -> ServerResponse {
        let theme = try await service.theme(of: stream, in: environment)
        let headers = [FeedHeader.etag: theme.tag]
        if Self.matches(head, theme.tag) { return ServerResponse(status: 304, headers: headers) }
        return ServerResponse(headers: headers, body: FeedCoder.encode(theme: theme.document))
    }
}
