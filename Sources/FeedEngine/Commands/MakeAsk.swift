package import Cards
package import FeedAPI

package import struct Foundation.Date

/// Makes an ask. A repeated key returns the first ask and changes nothing.
///
/// Throws a ``Problem`` of type `key-reused`.
package struct MakeAsk: FeedCommand {
    /// The ask, and whether this command made it.
    package typealias Reply = (id: AskID, isNew: Bool)

    private let checked: CheckedAsk
    private let id: AskID
    private let environment: EnvironmentID
    private let ids: [CardID]
    private var engine: FeedEngine

    /// - Parameters:
    ///   - id: A random id for the ask.
    ///   - ids: Random ids in ascending order, one for each user of all steps.
    package init(_ checked: CheckedAsk, id: AskID, in environment: EnvironmentID, ids: [CardID], now: Date) {
        self.checked = checked
        self.id = id
        self.environment = environment
        self.ids = ids
        engine = FeedEngine(now: now)
    }

    package var time: Int64 { engine.time }

    package mutating func begin() -> FeedNeeds {
        var needs = FeedNeeds()
        if let key = checked.request.key { needs.askKeys = [StoredAsk.Key(environment: environment, key: key)] }
        for user in checked.request.users {
            let feed = FeedKey(environment: environment, user: user, streamID: checked.request.streamID)
            engine.ask(for: feed, nil, in: &needs)
        }
        return needs
    }

    package mutating func decide(_ loaded: LoadedFeeds) throws(Problem) -> FeedDecision<Reply> {
        if let first = loaded.asks.first {
            guard first.request == checked.request else {
                throw Problem(
                    .keyReused, detail: "The key was already used for another ask. Use a new key.", pointer: "/key")
            }
            return .reply((first.id, false))
        }
        engine.load(loaded)
        let ask = try engine.make(checked, id: id, in: environment, ids: ids)
        return .reply((ask.id, true), changes: engine.finish())
    }
}
