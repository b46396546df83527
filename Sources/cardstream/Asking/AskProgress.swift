internal import AppCore
internal import AppRuntime
import Basics
internal import Cards
internal import FeedAPI

import struct Foundation.Date

/// Prints on standard error which users were asked, have seen the card, and have answered, each only once. On a
/// terminal, a status line also shows which users the command waits for and how much time is left.
final class AskProgress: Sendable {
    private struct State: Sendable {
        var asked: Set<UserID> = []
        var seen: Set<UserID> = []
        var voted: Set<UserID> = []
        var dismissed: Set<UserID> = []
        /// The current state of the question; nil once it is settled.
        var waiting: Ask?
        var isServerAway = false
    }

    private let ask: Ask
    /// Whether Ctrl-C withdraws the ask.
    private let isWithdrawnAtEnd: Bool
    /// The user who runs the command; nil if that is not known.
    private let you: UserID?
    private let state = Lock(State())

    init(_ ask: Ask, isWithdrawnAtEnd: Bool, you: UserID?) {
        self.ask = ask
        self.you = you
        self.isWithdrawnAtEnd = isWithdrawnAtEnd
    }

    /// Prints who was asked, and until when. A question that is already settled is not waited for.
    func begin() {
        let users = ask.cards.map(\.user)
        state.withLock { $0.asked = Set(users) }
        guard ask.settlement == nil else { return }
        let now = Date()
        let zone = LocalZone.system(around: now)
        let key = isWithdrawnAtEnd ? "Ctrl-C withdraws the question" : "Ctrl-C ends the wait"
        Console.error(
            "asked \(list(users)); the deadline is \(Self.clock(ask.deadline, at: now, in: zone)). \(key)")
        show(ask)
    }

    func show(_ ask: Ask) {
        for line in lines(for: ask) { say(line) }
    }

    /// The lines about changes since the last call.
    func lines(for ask: Ask) -> [String] {
        state.withLock { state -> [String] in
            state.waiting = ask.settlement == nil ? ask : nil
            var lines: [String] = []
            let new = ask.cards.map(\.user).filter { state.asked.insert($0).inserted }
            if !new.isEmpty { lines.append("asked \(list(new)) as well") }
            for card in ask.cards where card.seenAt != nil && state.seen.insert(card.user).inserted {
                lines.append("\(card.user.name(for: you)) \(card.user == you ? "have" : "has") seen the card")
            }
            // The vote that settles the question is printed with the outcome.
            for vote in ask.votes where ask.settlement?.vote != vote && state.voted.insert(vote.user).inserted {
                lines.append("\(vote.user.name(for: you)) answered: \(vote.button)")
            }
            for card in ask.cards
            where card.status == .dismissed && ask.settlement == nil && state.dismissed.insert(card.user).inserted {
                lines.append("\(card.user.name(for: you)) dismissed the card")
            }
            return lines
        }
    }

    /// Prints that the connection to the server is lost, or, with nil, that it is back.
    func show(_ failure: FeedError?) {
        state.withLock { $0.isServerAway = failure != nil }
        say(
            failure.map { "the connection to the server is lost: \(CommandFailure($0).message)" }
                ?? "the connection to the server is back")
    }

    /// Draws the status line of a terminal every second until the task is cancelled.
    func follow() async {
        guard Console.isErrorTerminal else { return }
        while !Task.isCancelled {
            state.withLock { state in
                guard let ask = state.waiting else { return }
                Console.progress(Self.line(ask, isServerAway: state.isServerAway, at: Date(), you: you))
            }
            try? await Task.sleep(for: .seconds(1))  // Cancellation ends the loop.
        }
    }

    /// Removes the status line of a terminal permanently.
    func end() {
        state.withLock { $0.waiting = nil }
        clear()
    }

    private func say(_ line: String) {
        clear()
        Console.error(line)
    }

    private func clear() { if Console.isErrorTerminal { Console.endProgress() } }

    /// The status line: the users that the command waits for, and how much time is left, as in "waiting for ana (seen),
    /// bo · 2:31 left".
    static func line(_ ask: Ask, isServerAway: Bool, at now: Date, you: UserID? = nil) -> String {
        let voters = Set(ask.votes.map(\.user))
        let open = ask.cards.filter { $0.status.isOpen && !voters.contains($0.user) }
        let names = open.prefix(3).map { $0.user.name(for: you) + ($0.seenAt == nil ? "" : " (seen)") }
        var people = names.joined(separator: ", ")
        if open.count > names.count { people += " and \(open.count - names.count) more" }
        let subject = isServerAway ? "the server" : people.isEmpty ? "the deadline" : people
        return "waiting for \(subject) · \(timeLeft(ask.deadline.timeIntervalSince(now))) left"
    }

    /// The remaining time as "2:31", or as "3 h 05 min" from one hour on.
    private static func timeLeft(_ seconds: Double) -> String {
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let seconds = Int(max(0, seconds).rounded(.up))
        return seconds < 3600
            ? "\(seconds / 60):\(padded(seconds % 60))" : "\(seconds / 3600) h \(padded(seconds / 60 % 60)) min"
    }

    /// Prints that the server has not confirmed the withdrawal, and how to withdraw the question later.
    ///
    /// - Parameter flags: The flags of the connection, with a space before each.
    func showNotWithdrawn(_ flags: String) {
        let now = Date()
        let deadline = Self.clock(ask.deadline, at: now, in: LocalZone.system(around: now))
        Console.error(
            "the server did not respond: the question may stay open until \(deadline). "
                + "To withdraw it, run \"cardstream ask cancel \(ask.id.rawValue)\(flags)\"")
    }

    /// The message about how a question was settled.
    ///
    /// - Parameters:
    ///   - silence: The button of --on-timeout; nil if there is none, or if it is not known.
    ///   - you: The user who runs the command; nil if that is not known.
    static func message(
        for settlement: Ask.Settlement, of ask: Ask, onTimeout silence: String? = nil, you: UserID? = nil
    ) -> String {
        let answer =
            switch settlement.outcome {
            case .accept: "yes"
            case .decline: "no"
            case .cancel: settlement.reason == .withdrawn ? "the question was withdrawn" : "dismissed without an answer"
            case .timeout where ask.votes.isEmpty: "the deadline passed without an answer"
            case .timeout: deadlinePassed(despite: ask.votes, onTimeout: silence, you)
            }
        if let vote = settlement.vote { return "\(answer): \(vote.user.name(for: you)) answered \(vote.button)" }
        if let button = settlement.timeoutButton {
            return "\(answer): the deadline passed, so the answer is \"\(button)\""
        }
        return answer
    }

    /// A message such as "the deadline passed without enough answers: bo answered no". With `silence`, it also says why
    /// the answer from --on-timeout does not count.
    private static func deadlinePassed(
        despite votes: [Ask.Vote], onTimeout silence: String?, _ you: UserID?
    ) -> String {
        let shown = votes.prefix(5).map { "\($0.user.name(for: you)) answered \($0.button)" }
        let more = votes.count > shown.count ? ", and \(votes.count - shown.count) more" : ""
        let words = "the deadline passed without enough answers: \(shown.joined(separator: ", "))\(more)"
        return silence.map {
            "\(words); the answer \"\($0)\" from --on-timeout does not count, because a user gave the opposite answer"
        } ?? words
    }

    private func list(_ users: [UserID]) -> String {
        let named = users.prefix(5).map { $0.name(for: you) }.joined(separator: ", ")
        return users.count > 5 ? "\(named) and \(users.count - 5) more" : named
    }

    /// The time of a deadline, with seconds if it is within an hour, because "14:02" could be up to a minute early.
    static func clock(_ date: Date, at now: Date, in zone: LocalZone) -> String {
        let text = TimeText.clock(date, at: now, in: zone)
        guard date.timeIntervalSince(now) < 3600 else { return text }
        let second = zone.civil(date).second
        return text + (second < 10 ? ":0" : ":") + String(second)
    }
}
