internal import AppCore
internal import AppRuntime
import Basics
internal import Cards
internal import FeedAPI

import struct Foundation.Date

/// Says on standard error who was asked, who has seen the card and who has answered. Nothing is repeated.
final class AskProgress: Sendable {
    private struct State: Sendable {
        var asked: Set<UserID> = []
        var seen: Set<UserID> = []
        var voted: Set<UserID> = []
        var dismissed: Set<UserID> = []
    }

    private let ask: Ask
    /// Whether Ctrl-C withdraws the ask.
    private let isWithdrawnAtEnd: Bool
    private let state = Lock(State())

    init(_ ask: Ask, isWithdrawnAtEnd: Bool) {
        self.ask = ask
        self.isWithdrawnAtEnd = isWithdrawnAtEnd
    }

    func begin() {
        let users = ask.cards.map(\.user)
        state.withLock { $0.asked = Set(users) }
        let now = Date()
        let zone = LocalZone.system(around: now)
        let key = isWithdrawnAtEnd ? "Ctrl-C withdraws the question" : "Ctrl-C ends the wait"
        Console.error(
            "asked \(Self.list(users)); the deadline is \(Self.clock(ask.deadline, at: now, in: zone)). \(key)")
        show(ask)
    }

    func show(_ ask: Ask) {
        let lines = state.withLock { state -> [String] in
            var lines: [String] = []
            let new = ask.cards.map(\.user).filter { state.asked.insert($0).inserted }
            if !new.isEmpty { lines.append("asked \(Self.list(new)) as well") }
            for card in ask.cards where card.seenAt != nil && state.seen.insert(card.user).inserted {
                lines.append("\(card.user) has seen the card")
            }
            // The last one is told with the outcome.
            for vote in ask.votes where ask.settlement?.vote != vote && state.voted.insert(vote.user).inserted {
                lines.append("\(vote.user) answered: \(vote.button)")
            }
            for card in ask.cards
            where card.status == .dismissed && ask.settlement == nil && state.dismissed.insert(card.user).inserted {
                lines.append("\(card.user) dismissed the card")
            }
            return lines
        }
        for line in lines { Console.error(line) }
    }

    /// Says that the server did not take the withdrawal, so that no user relies on it.
    func showNotWithdrawn() {
        let now = Date()
        let deadline = Self.clock(ask.deadline, at: now, in: LocalZone.system(around: now))
        Console.error(
            "the server did not respond: the question may stay open until \(deadline). "
                + "To withdraw it, run \"cardstream ask cancel \(ask.id.rawValue)\"")
    }

    /// How an ask ended.
    static func words(for settlement: Ask.Settlement, of ask: Ask) -> String {
        let answer =
            switch settlement.outcome {
            case .accept: "yes"
            case .decline: "no"
            case .cancel: settlement.reason == .withdrawn ? "the question was withdrawn" : "dismissed without an answer"
            case .timeout: "the deadline passed without an answer"
            }
        if let vote = settlement.vote { return "\(answer): \(vote.user) answered \(vote.button)" }
        if let button = settlement.timeoutButton { return "\(answer): the deadline passed; \"\(button)\" counts" }
        return answer
    }

    private static func list(_ users: [UserID]) -> String {
        let named = users.prefix(5).map(\.rawValue).joined(separator: ", ")
        return users.count > 5 ? "\(named) and \(users.count - 5) more" : named
    }

    /// With seconds for a deadline within two minutes, since "14:02" can be now or in a minute.
    static func clock(_ date: Date, at now: Date, in zone: LocalZone) -> String {
        let text = TimeText.clock(date, at: now, in: zone)
        guard date.timeIntervalSince(now) < 120 else { return text }
        let second = zone.civil(date).second
        return text + (second < 10 ? ":0" : ":") + String(second)
    }
}
