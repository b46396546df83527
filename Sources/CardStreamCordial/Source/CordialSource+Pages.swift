public import CardSources
public import Cards
import VendorClient

/// Contents of messages, which are loaded when the user opens them.
extension CordialSource {
    /// Loads the content of a message, and marks it as read.
    public func page(
        _ name: String, of card: CardID, in stream: StreamID
    ) async throws(SourceError) -> [Card.Component] {
        guard try table(of: stream).stream == inbox.stream else { throw .refused(SourceRefusal(.notFound)) }
        try await begin()
        if messageIDs[card] == nil { try await refresh() }
        guard let id = messageIDs[card] else { throw .refused(SourceRefusal(.unknownCard)) }
        guard inbox.entries[card] != nil else { throw .refused(SourceRefusal(.cardClosed)) }
        guard name.hasPrefix(InboxCard.contentPage) else { throw .refused(SourceRefusal(.notFound)) }
        let (content, title): (String, String?)
        do throws(CordialError) {
            content = try await client.inbox.content(of: id)
            title = try await client.store.read { try $0.message(id).map { InboxCard($0).title } }
            try await client.inbox.open(id)
        } catch { throw SourceError(error) }
        try await update()
        guard let page = MessageContent(content, below: title).page(name) else {
            throw .refused(SourceRefusal(.notFound))
        }
        return page
    }
}
