internal import CardSources
public import Cards

extension CardSession {
    /// Notifies the source of a stream that the user opens a link in a text of a card
    /// (``SourceCapabilities/followsLinks``).
    ///
    /// - Returns: The address that a browser should open.
    /// - Throws: ``RequestError``; ``RequestError/data(_:)`` for a source that does not follow links.
    public func followLink(
        _ link: String, of card: CardID, in stream: StreamID
    ) async throws -> String {
        do throws(RequestError) {
            return try await withAbility("following links", of: stream, { $0 as? any LinkFollower }) {
                source throws(SourceError) in
                try await source.follow(link, of: card, in: stream)
            }
        } catch { throw error.orCancellation }
    }
}
