import Cards
import FeedAPI
import Foundation
import Support
import Testing

@testable import FeedEngine

@Suite struct AskTallyTests {
    struct Row: CustomTestStringConvertible, Sendable {
        var quorum: AskQuorum?
        var hasVeto = false
        var asked: Int
        var later = 0
        /// The answers in the order of arrival: `y` is a yes, `n` a no, `d` a dismissal.
        var answers: String
        var outcome: AskOutcome?

        var testDescription: String {
            let rule = quorum.map { "\($0)" } ?? "first"
            return "\(rule)\(hasVeto ? " veto" : "") of \(asked)+\(later): \(answers) -> \(outcome?.rawValue ?? "open")"
        }

        var tally: AskTally {
            let votes = answers.filter { $0 != "d" }.enumerated().map { index, answer in
                Ask.Vote(
                    user: UserID(stored: "u\(index)"), cardID: "c", button: "\(answer)", isPositive: answer == "y",
                    at: .fixed, receivedAt: .fixed)
            }
            return AskTally(
                quorum: quorum, hasVeto: hasVeto, asked: asked, open: asked - answers.count, later: later, votes: votes)
        }
    }

    @Test(
        arguments: [
            Row(asked: 2, answers: ""),
            Row(asked: 2, answers: "y", outcome: .accept),
            Row(asked: 2, answers: "n", outcome: .decline),
            Row(asked: 2, answers: "d"),
            Row(asked: 2, answers: "dy", outcome: .accept),
            Row(asked: 2, answers: "dd", outcome: .cancel),
            Row(asked: 2, later: 1, answers: "dd"),
            Row(quorum: .count(2), asked: 3, answers: "y"),
            Row(quorum: .count(2), asked: 3, answers: "yy", outcome: .accept),
            Row(quorum: .count(2), asked: 3, answers: "yn"),
            Row(quorum: .count(2), asked: 3, answers: "nn", outcome: .decline),
            Row(quorum: .count(2), asked: 3, answers: "dd", outcome: .cancel),
            Row(quorum: .count(2), asked: 3, answers: "dn", outcome: .decline),
            Row(quorum: .count(2), hasVeto: true, asked: 3, answers: "yn", outcome: .decline),
            Row(quorum: .count(2), asked: 1, later: 1, answers: "y"),
            Row(quorum: .count(2), asked: 1, later: 1, answers: "n", outcome: .decline),
            Row(quorum: .majority, asked: 3, answers: "yy", outcome: .accept),
            Row(quorum: .majority, asked: 4, answers: "yy"),
            Row(quorum: .majority, asked: 2, answers: "n", outcome: .decline),
            Row(quorum: .majority, asked: 2, later: 1, answers: "n"),
            Row(quorum: .all, asked: 3, answers: "yyy", outcome: .accept),
            Row(quorum: .all, asked: 3, answers: "yy"),
            Row(quorum: .all, asked: 3, answers: "n", outcome: .decline),
            Row(quorum: .all, asked: 2, answers: "yd", outcome: .cancel),
        ])
    func `answers settle an ask`(row: Row) {
        #expect(row.tally.decision?.outcome == row.outcome)
        // An answer decides the outcome; a dismissal does not count as an answer.
        let hasAnswer = row.outcome == .accept || row.outcome == .decline
        #expect((row.tally.decision?.vote != nil) == hasAnswer)
        #expect(row.tally.decision?.vote.map { $0.isPositive == (row.outcome == .accept) } ?? true)
    }
}
