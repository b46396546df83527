import FeedAPI

/// Decides whether the answers so far settle an ask.
///
/// - Without a quorum, the first answer settles it, whether it is positive or negative.
/// - With a quorum, it is accepted when enough users have answered positively. When too few users are left to reach the
///   quorum, it is declined if a user has answered negatively, and cancelled otherwise.
/// - With a veto, one negative answer settles it.
/// - When no user is left who can answer, it is cancelled.
struct AskTally {
    /// How an ask is settled.
    struct Decision: Hashable {
        var outcome: AskOutcome
        /// The deciding vote; nil if no vote decided.
        var vote: Ask.Vote?
        var reason: Ask.Reason?
    }

    var quorum: AskQuorum?
    var hasVeto = false
    /// The number of users asked so far.
    var asked: Int
    /// The number of those users who can still answer.
    var open: Int
    /// The number of users who will be asked in later steps.
    var later: Int
    /// The votes, oldest first.
    var votes: [Ask.Vote]

    /// The decision; nil while the ask stays open.
    var decision: Decision? {
        if hasVeto || quorum == nil, let no = votes.first(where: { !$0.isPositive }) {
            return Decision(outcome: .decline, vote: no)
        }
        let yes = votes.filter(\.isPositive)
        guard let quorum else {
            if let first = yes.first { return Decision(outcome: .accept, vote: first) }
            return open + later > 0 ? nil : Decision(outcome: .cancel, reason: .dismissed)
        }
        // If more users are asked later, the required number may be higher then, but it is not yet.
        if let last = yes.last, yes.count >= quorum.needed(of: asked) {
            return Decision(outcome: .accept, vote: last)
        }
        let canReach =
            yes.count + open >= quorum.needed(of: asked)
            || later > 0 && yes.count + open + later >= quorum.needed(of: asked + later)
        if canReach { return nil }
        if let no = votes.last(where: { !$0.isPositive }) { return Decision(outcome: .decline, vote: no) }
        return Decision(outcome: .cancel, reason: .dismissed)
    }
}
