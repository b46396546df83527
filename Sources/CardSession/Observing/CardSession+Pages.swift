internal import CardSources
public import Cards

extension CardSession {
    /// Loads further content of a card, which replaces the `Card.LoadMore` component with this page. Needs the network;
    /// nothing is stored. Cancelling the task ends the request.
    ///
    /// - Parameter name: `Card.LoadMore.page`.
    /// - Returns: The components from top to bottom, at most 200, without those that a page cannot
    ///   have: a category, banners, buttons and inputs.
    /// - Throws: ``RequestError/network(_:)``; ``RequestError/data(_:)`` if the card has ended or has no such page, if
    ///   the page has more than 65,536 bytes as JSON, or if the source does not support pages (``capabilities(of:)``);
    ///   `CancellationError`.
    public func page(
        _ name: String, of card: CardID, in stream: StreamID
    ) async throws -> [Card.Component] {
        do throws(RequestError) {
            if let capabilities = capabilities(of: stream), !capabilities.loadsPages {
                throw RequestError(SessionError.unsupported(SourceCapabilities.reasonAgainstPages))
            }
            let page = try await withAbility("loading more of a card", of: stream, { $0 }) {
                source throws(SourceError) in
                try await source.page(name, of: card, in: stream)
            }.asPage
            guard JSONValue.array(page.map(\.json)).encoded().count <= CardLimits.bytes else {
                throw .data(
                    RequestError.Cause("the page is larger than \(CardLimits.bytes) bytes", code: .invalidResponse))
            }
            return page
        } catch { throw error.orCancellation }
    }
}
