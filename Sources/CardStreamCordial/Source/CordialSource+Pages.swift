public import CardSources
public import Cards

/// Contents of messages, which are loaded when a person opens them.
extension CordialSource {
    /// Loads the content of a message, and marks it as read.
    public func page(
        _ name: String, of card: CardID, in stream: StreamID
    ) async throws(SourceError) -> [Component] {
        guard try table(of: stream).stream == inbox.stream else { throw .refused(SourceRefusal(.notFound)) }
        try await begin()
        if messageIDs[card] == nil { try await refresh() }
        guard let id = messageIDs[card] else { throw .refused(SourceRefusal(.unknownCard)) }
        guard inbox.entries[card] != nil else { throw .refused(SourceRefusal(.cardClosed)) }
        guard name.hasPrefix(InboxCard.contentPage) else { throw .refused(SourceRefusal(.notFound)) }
        let content: String
        do throws(CordialError) {
            content = try await client.inbox.content(of: id)
            try await client.inbox.open(id)
        } catch { throw SourceError(error) }
        try await update()
        guard let page = MessageContent(content).page(name) else { throw .refused(SourceRefusal(.notFound)) }
        return page
    }
}
