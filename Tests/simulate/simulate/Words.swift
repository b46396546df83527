import CardStore
import Cards
import FeedAPI
import FeedEngine
import FeedSync

// Short descriptions for the trace.

extension FeedError {
    var short: String {
        switch self {
        case .server(let problem, _): "\(problem.status) \(problem.type.rawValue)"
        case .network(let text), .unreachable(let text), .noNetwork(let text), .noToken(let text): text
        case .closed(let code, _): "closed \(code)"
        default: "\(self)"
        }
    }
}

extension Result where Failure == FeedError {
    var short: String {
        switch self {
        case .success: "ok"
        case .failure(let error): error.short
        }
    }
}

extension DeliveryResult {
    var short: String {
        switch self {
        case .accepted(let receipt): receipt.map { "accepted@\($0.version)" } ?? "accepted before"
        case .kept: "kept"
        case .superseded: "superseded"
        case .lapsed: "lapsed"
        case .refused(let reason): "refused, \(reason)"
        case .retry: "again later"
        case .unsent: "unsent"
        }
    }
}

extension Ask.Settlement {
    /// The whole settlement, with times in the precision of the protocol.
    var short: String {
        let decider = vote.map { " by \($0.user) with \($0.button)" } ?? ""
        return "\(outcome)\(decider)\(reason.map { ", \($0)" } ?? "") at \(FeedTime.milliseconds(at))"
    }
}

extension UndoResult {
    var short: String {
        switch self {
        case .undone(let card, let response, let count): "\(response.kind) on \(card.short), \(count)"
        case .undoneOther(let card, let response, let count, _): "other \(response.kind) on \(card.short), \(count)"
        case .underWay: "under way"
        case .nothing: "nothing"
        }
    }
}

extension CardID {
    var short: String { String(rawValue.prefix(4)) }
}
