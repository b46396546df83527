package import Cards
package import FeedAPI

package import struct Foundation.Date

/// Creates an ask. A repeated key returns the first ask and changes nothing.
///
/// Throws ``Problem`` of type `key-reused`; when groups are resolved, also `unknown-group` and `bad-card`.
package struct MakeAsk: FeedCommand {
    /// The ask, and whether this command created it.
    package typealias Reply = (id: AskID, isNew: Bool)

    private let checked: CheckedAsk
    private let id: AskID
    private let environment: EnvironmentID
    private let ids: [CardID]
    private var engine: FeedEngine
    private var plan: AskPlan?

    /// - Parameters:
    ///   - id: A random id for the ask.
    ///   - ids: Random ids in ascending order, one for each user of all steps, including the users of groups.
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
        if checked.request.namesGroups {
            needs.groups = [environment]
        } else {
            needFeeds(of: checked.request.users, in: &needs)
        }
        return needs
    }

    private mutating func needFeeds(of users: [UserID], in needs: inout FeedNeeds) {
        for user in users {
            let feed = FeedKey(environment: environment, user: user, streamID: checked.request.streamID)
            engine.ask(for: feed, nil, in: &needs)
        }
    }

    package mutating func decide(_ loaded: LoadedFeeds) throws(Problem) -> FeedDecision<Reply> {
        if let plan {
            engine.load(loaded)
            return try make(plan)
        }
        if let first = loaded.asks.first {
            guard first.request.asksTheSame(as: checked.request) else {
                throw Problem(
                    .keyReused, detail: "The key was already used for another question. Use a new key.", pointer: "/key"
                )
            }
            return .reply((first.id, false))
        }
        engine.load(loaded)
        let plan = try AskPlan(checked.request, groups: loaded.groups.map(\.group))
        self.plan = plan
        guard checked.request.namesGroups else { return try make(plan) }
        var needs = FeedNeeds()
        needFeeds(of: plan.steps[0].users, in: &needs)
        return .load(needs)
    }

    private mutating func make(_ plan: AskPlan) throws(Problem) -> FeedDecision<Reply> {
        let ask = try engine.make(checked, plan, id: id, in: environment, ids: ids)
        return .reply((ask.id, true), changes: engine.finish())
    }
}
