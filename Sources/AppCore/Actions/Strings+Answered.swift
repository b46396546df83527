package import Basics
package import Canvas
package import Cards

package import struct Foundation.Date

extension Strings {
    /// Texts for a card that another user has answered.
    package enum AnsweredCard {
        /// The line at the end of the card: "Answered by bo 14:02: Approve".
        package static func note(_ answered: Answered, at now: Date, in zone: LocalZone) -> SafeText {
            let by = name(answered).map { " by \($0)" } ?? ""
            let button = shown(answered.button, limit: CardLimits.label).map { ": \($0)" } ?? ""
            let time = TimeText.clock(answered.at, at: now, in: zone)
            let note: String = "Answered\(by) \(time)\(button)"
            return SafeText(note)
        }

        /// The text in the row of a list: "answered by bo".
        package static func row(_ answered: Answered) -> SafeText {
            let row: String = name(answered).map { "answered by \($0)" } ?? "answered"
            return SafeText(row)
        }

        /// Why a form cannot be submitted: "bo answered this card at 14:02".
        package static func reason(_ answered: Answered, at now: Date, in zone: LocalZone) -> String {
            let time = TimeText.clock(answered.at, at: now, in: zone)
            return "\(name(answered) ?? "Another user") answered this card at \(time)"
        }

        private static func name(_ answered: Answered) -> String? { shown(answered.by, limit: CardLimits.answerer) }

        /// Truncates a text, so that a long name does not hide the rest; nil for a text without visible characters.
        private static func shown(_ text: String?, limit: Int) -> String? {
            guard let text = text.map({ SafeText($0, limit: limit).string }) else { return nil }
            return text.allSatisfy(\.isWhitespace) ? nil : text
        }
    }
}
