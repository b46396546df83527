package import FeedAPI

package import struct Foundation.Date

/// Records whether an asker waits for the answer to an ask, and makes its open cards show it. Changes nothing if the
/// ask is settled, is detached, or already has this state. Replies whether anything has changed.
///
/// Throws ``Problem`` of type `unknown-ask`.
package struct AttendAsk: FeedCommand {
    private let id: AskID
    private let environment: EnvironmentID
    private let isAttended: Bool
    private var engine: FeedEngine

    package init(_ id: AskID, in environment: EnvironmentID, isAttended: Bool, now: Date) {
        self.id = id
        self.environment = environment
        self.isAttended = isAttended
        engine = FeedEngine(now: now)
    }

    package var time: Int64 { engine.time }

    package func begin() -> FeedNeeds {
        var needs = FeedNeeds()
        needs.asks = [id]
        return needs
    }

    package mutating func decide(_ loaded: LoadedFeeds) throws(Problem) -> FeedDecision<Bool> {
        guard let ask = loaded.asks.first, ask.environment == environment else { throw .unknownAsk }
        guard ask.isOpen, ask.deadline > time, ask.state.isUnattended == isAttended,
            isAttended || !ask.request.isDetached
        else { return .reply(false) }
        engine.load(loaded)
        try engine.attend(ask, isAttended: isAttended)
        return .reply(true, changes: engine.finish())
    }
}
