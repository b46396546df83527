package import Cards
import CurlTransport
package import FeedAPI

/// Themes of streams.
extension FeedHTTPClient {
    /// The theme of a stream; nil if it still has this tag.
    package func theme(of stream: StreamID, unless tag: String? = nil) async throws(FeedError) -> StreamTheme? {
        let response = try await call(
            .theme(stream), etag: tag, limits: HTTPLimits(maxResponseBytes: 8 * StreamTheme.maximumBytes))
        if response.status == 304 { return nil }
        return StreamTheme(
            document: try Self.decode(response.body, FeedCoder.decodeTheme),
            tag: String((response[FeedHeader.etag] ?? "").prefix(200)))
    }

    package func setTheme(_ document: String, of stream: StreamID) async throws(FeedError) {
        _ = try await call(.setTheme(stream), body: FeedCoder.encode(theme: document))
    }

    package func removeTheme(of stream: StreamID) async throws(FeedError) { _ = try await call(.removeTheme(stream)) }
}
