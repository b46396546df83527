public import CardSources
public import Cards
import VendorClient

/// Links in the contents of messages.
extension CordialSource: LinkFollower {
    /// Counts the click on a link in the content of a message, like its button does, and attributes later events to the
    /// message.
    ///
    /// - Returns: The link, with a mark if its host counts clicks.
    public func follow(_ link: String, of card: CardID, in stream: StreamID) async throws(SourceError) -> String {
        _ = try table(of: stream)
        try await begin()
        guard let id = messageIDs[card] ?? inAppIDs[card] else { throw .refused(SourceRefusal(.unknownCard)) }
        do throws(CordialError) { try await client.follow(link, ofMessage: id) } catch { throw SourceError(error) }
        return LinkAddresses.forBrowser(link, vanityDomains: client.account.vanityDomains)
    }
}
