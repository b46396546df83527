internal import CardSources
public import Cards

extension CardSession {
    /// Starts a conversation in the source of a stream (``SourceCapabilities/startsConversations``). Needs the network;
    /// stores nothing and does not retry.
    ///
    /// - Parameters:
    ///   - name: Not empty.
    ///   - people: The ids or names of the participants.
    /// - Returns: The id of the conversation's card, which may arrive a moment later.
    /// - Throws: ``RequestError/network(_:)``, ``RequestError/data(_:)`` if a name is unknown or the source does not
    ///   support starting conversations, or `CancellationError`.
    public func startConversation(
        named name: String, with people: [String], in stream: StreamID
    ) async throws -> CardID {
        do throws(RequestError) {
            return try await withAbility("starting a conversation", of: stream, { $0 as? any ConversationStarter }) {
                starter throws(SourceError) in
                try await starter.startConversation(named: name, with: people, in: stream)
            }
        } catch { throw error.orCancellation }
    }
}
