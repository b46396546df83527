package import FeedAPI

package import struct Foundation.Date

/// Withdraws an open ask with its cards. A settled ask stays unchanged.
///
/// Throws ``Problem`` of type `unknown-ask`.
package struct WithdrawAsk: FeedCommand {
    private let id: AskID
    private let environment: EnvironmentID
    private var engine: FeedEngine

    package init(_ id: AskID, in environment: EnvironmentID, now: Date, signer: (any AskSigner)? = nil) {
        self.id = id
        self.environment = environment
        engine = FeedEngine(now: now, signer: signer)
    }

    package var time: Int64 { engine.time }

    package func begin() -> FeedNeeds {
        var needs = FeedNeeds()
        needs.asks = [id]
        return needs
    }

    package mutating func decide(_ loaded: LoadedFeeds) throws(Problem) -> FeedDecision<Void> {
        guard let ask = loaded.asks.first, ask.environment == environment else { throw .unknownAsk }
        engine.load(loaded)
        try engine.withdraw(ask)
        return .reply((), changes: engine.finish())
    }
}
