import FeedAPI

/// Decides whether the answers so far settle an ask.
///
/// - Without a quorum the first answer settles it, a yes and a no alike.
/// - With a quorum it is accepted once enough users said yes. Once too few users are left for that, it is declined
///   if a user said no, and cancelled if none did.
/// - With a veto one no settles it.
/// - Once no user is left who can answer, it is cancelled.
struct AskTally {
    /// What settles an ask.
    struct Decision: Hashable {
        var outcome: AskOutcome
        /// The vote that decided.
        var vote: Ask.Vote?
        var reason: Ask.Reason?
    }

    var quorum: AskQuorum?
    var hasVeto = false
    /// The number of users asked so far.
    var asked: Int
    /// Those of them who can still answer.
    var open: Int
    /// The number of users who are asked later.
    var later: Int
    /// Oldest first.
    var votes: [Ask.Vote]

    /// Nil while the ask stays open.
    var decision: Decision? {
        if hasVeto || quorum == nil, let no = votes.first(where: { !$0.isPositive }) {
            return Decision(outcome: .decline, vote: no)
        }
        let yes = votes.filter(\.isPositive)
        guard let quorum else {
            if let first = yes.first { return Decision(outcome: .accept, vote: first) }
            return open + later > 0 ? nil : Decision(outcome: .cancel, reason: .dismissed)
        }
        // With users who are asked later, a count may be lower now than at the end.
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
