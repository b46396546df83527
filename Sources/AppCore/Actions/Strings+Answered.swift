package import Basics
package import Canvas
package import Cards

package import struct Foundation.Date

extension Strings {
    /// What is said of a card that another user has answered.
    package enum AnsweredCard {
        /// At the card's end: "Answered by bo 14:02: Approve".
        package static func note(_ answered: Answered, at now: Date, in zone: LocalZone) -> SafeText {
            let by = name(answered).map { " by \($0)" } ?? ""
            let button = shown(answered.button, limit: CardLimits.label).map { ": \($0)" } ?? ""
            let time = TimeText.clock(answered.at, at: now, in: zone)
            let note: String = "Answered\(by) \(time)\(button)"
            return SafeText(note)
        }

        /// In the row of a list: "answered by bo".
        package static func row(_ answered: Answered) -> SafeText {
            let row: String = name(answered).map { "answered by \($0)" } ?? "answered"
            return SafeText(row)
        }

        /// Why nothing is submitted: "bo answered this card at 14:02".
        package static func reason(_ answered: Answered, at now: Date, in zone: LocalZone) -> String {
            let time = TimeText.clock(answered.at, at: now, in: zone)
            return "\(name(answered) ?? "Another user") answered this card at \(time)"
        }

        private static func name(_ answered: Answered) -> String? { shown(answered.by, limit: CardLimits.answerer) }

        /// Cut to a limit each, so that a long name hides nothing; nil for what shows nothing.
        private static func shown(_ text: String?, limit: Int) -> String? {
            guard let text = text.map({ SafeText($0, limit: limit).string }) else { return nil }
            return text.allSatisfy(\.isWhitespace) ? nil : text
        }
    }
}
