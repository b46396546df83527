import Cards
package import FeedAPI

package import struct Foundation.Date

/// Performs a user's action exactly once. A repeated key returns the first receipt.
///
/// Throws ``Problem`` of type `key-reused`, `unknown-card`, `card-closed`, `not-offered` or `bad-action`.
package struct ActOnCard: FeedCommand {
    private let request: ActionRequest
    private let viewer: Viewer
    private var engine: FeedEngine
    /// The data that was loaded first, kept while the card's ask is loaded.
    private var first: LoadedFeeds?

    /// - Parameter device: The device that the user's program names; nil if it names none.
    package init(
        _ request: ActionRequest, by viewer: Viewer, from device: ViewerDevice? = nil, now: Date,
        signer: (any AskSigner)? = nil
    ) {
        self.request = request
        self.viewer = viewer
        engine = FeedEngine(now: now, signer: signer, device: device)
    }

    package var time: Int64 { engine.time }

    package func begin() -> FeedNeeds {
        let card = CardAddress(request.cardID, in: FeedKey(viewer: viewer, streamID: request.streamID))
        var needs = FeedNeeds()
        needs.actions = [StoredAction.ID(viewer: viewer, key: request.key)]
        needs.cards = [card]
        if !request.response.fileIDs.isEmpty {
            needs.cardUploads = [FeedNeeds.CardUploads(card: card, viewer: viewer)]
        }
        return needs
    }

    package mutating func decide(_ loaded: LoadedFeeds) throws(Problem) -> FeedDecision<ActionReceipt> {
        if let answer = try FeedEngine.answer(to: request, stored: loaded.actions.first) { return .reply(answer) }
        engine.load(loaded)
        if first == nil, let ask = loaded.cards.first?.card.ask {
            first = loaded
            var needs = FeedNeeds()
            needs.asks = [ask]
            return .load(needs)
        }
        let loaded = first ?? loaded
        let files = Dictionary(
            loaded.uploads.map { ($0.receipt.id, $0.receipt.bucketID) }, uniquingKeysWith: { first, _ in first })
        let receipt = try engine.act(request, by: viewer, on: loaded.cards.first, files: files)
        return .reply(receipt, changes: engine.finish())
    }
}
