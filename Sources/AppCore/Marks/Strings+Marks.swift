package import Basics
package import Cards

package import struct Foundation.Date

/// Texts for marked cards.
extension Strings {
    package enum Marks {
        package static func marked(_ count: Int?) -> String { count.map { "\($0) marked" } ?? "marking" }
        package static let unmark = "unmark"
        package static let useful = "useful"
        package static let notUseful = "not useful"
        package static let oneCard = "This container shows one card at a time: cards can't be marked here"
        package static func noButton(_ number: Int, back: String) -> String {
            "The marked cards have no button \(number): \(back) clears the marks"
        }
        package static func cancel(_ count: Int) -> String {
            count == 1 ? "Leave the card as it is" : "Leave the cards as they are"
        }
        package static func looking(_ count: Int) -> String { "Reading \(Header.count(count)) …" }
        package static func failed(_ reason: String) -> String { "Couldn't read the marked cards: \(reason)" }
        package static func confirm(_ plan: BulkPlan) -> String {
            let cards = markedCards(plan.cards.count)
            switch plan.action {
            case .press(let text, _): return "Press “\(text)” on \(cards)"
            case .voteUp: return "Vote that \(cards) \(plan.cards.count == 1 ? "is" : "are") useful"
            case .voteDown: return "Vote that \(cards) \(plan.cards.count == 1 ? "isn't" : "aren't") useful"
            case .dismiss, .snooze: return "Dismiss \(cards)"
            }
        }
        package static func title(_ plan: BulkPlan) -> String {
            let question =
                switch plan.action {
                case .dismiss, .voteUp, .press: "\(confirm(plan))?"
                case .voteDown: confirm(plan)
                case .snooze: "\(Snooze.name) \(markedCards(plan.cards.count))"
                }
            return plan.skipped == 0 ? question : "\(question) · \(skipped(plan))"
        }
        /// Says "marked", because the marked card may not be the selected one.
        private static func markedCards(_ count: Int) -> String {
            count == 1 ? "the marked card" : "\(count) marked cards"
        }
        package static func none(_ plan: BulkPlan) -> String {
            if case .press(let text, _) = plan.action {
                return "No marked card can be answered just by pressing “\(text)”: answer each card separately"
            }
            if plan.skipped == 1 { return "The marked card \(verb(plan))" }
            switch plan.action {
            case .voteUp, .voteDown: return "None of the \(plan.skipped) marked cards asks for this vote"
            default: return "None of the \(plan.skipped) marked cards can be \(participle(plan))"
            }
        }
        private static func skipped(_ plan: BulkPlan) -> String { "\(plan.skipped) \(verb(plan))" }
        private static func verb(_ plan: BulkPlan) -> String {
            switch plan.action {
            case .press: "can't be answered this way"
            case .voteUp, .voteDown: plan.skipped == 1 ? "doesn't ask for this vote" : "don't ask for this vote"
            case .dismiss, .snooze: "can't be \(participle(plan))"
            }
        }
        private static func participle(_ plan: BulkPlan) -> String {
            if case .snooze = plan.action { "snoozed" } else { "dismissed" }
        }
        package static func stayed(_ count: Int) -> String {
            count == 1
                ? "1 card skipped: its publisher updated it, or it expires before the snooze time"
                : "\(count) cards skipped: their publishers updated them, or they expire before the snooze time"
        }
        /// Appended to the text about the cards that were answered.
        package static func stayedToo(_ count: Int, _ response: CardResponse) -> String {
            guard case .snooze = response else { return " · \(count) not answered: updated by the publisher" }
            return count == 1
                ? " · 1 not snoozed: it expires before then, or was updated"
                : " · \(count) not snoozed: they expire before then, or were updated"
        }
        package static func done(_ response: CardResponse, _ count: Int, at now: Date, in zone: LocalZone) -> String {
            let cards = Header.count(count)
            switch response {
            case .submit, .reply: return "\(cards) answered"
            case .voteUp: return "Voted useful: \(cards)"
            case .voteDown: return "Voted not useful: \(cards)"
            default: break
            }
            guard case .snooze(let until) = response else { return "\(cards) dismissed" }
            return "\(cards) snoozed until \(TimeText.clock(until, at: now, in: zone))"
        }
    }
}
