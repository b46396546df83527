package import Basics
package import Cards

package import struct Foundation.Date

/// Texts for the user's past actions and snoozed cards.
extension Strings {
    package enum History {
        package static let historyTitle = "History"
        package static let nothing = "No actions yet"
        package static let snoozedTitle = "Snoozed cards"
        package static let noneSnoozed = "No snoozed cards"
        package static let someTime = "later"
        package static let notRefused = "Only refused actions can be sent again or discarded"
        package static func refusedTogether(key: String) -> String {
            "Several cards were answered together: press \(key) and type is:refused to find the refused answers"
        }
        package static let retry = "send again"
        package static let discard = "discard"
        package static let untitled = "Card without a title"
        package static func failed(_ reason: String) -> String { "Couldn't read this list: \(reason)" }

        package static func state(_ state: HistoryEntry.State) -> String {
            switch state {
            case .waiting: "waiting"
            case .sent: "sent"
            case .closed: "too late"
            case .refused: "refused"
            case .undone: "undone"
            case .discarded: "discarded"
            case .unreadable: "unreadable"
            }
        }

        /// A short description of the action.
        package static func deed(_ action: HistoryEntry, at now: Date, in zone: LocalZone) -> String {
            switch action.response {
            case .dismiss: "dismissed"
            case .submit(let name, _), .reply(let name, _): "pressed \(action.button ?? name)"
            case .snooze(let until): "snoozed until \(TimeText.clock(until, at: now, in: zone))"
            case .unsnooze: "woken"
            case .voteUp: "voted useful"
            case .voteDown: "voted not useful"
            }
        }

        package static func subject(_ action: HistoryEntry) -> String {
            let title = action.title.isEmpty ? untitled : action.title
            if action.count == 1 { return said(action).map { "\(title): “\($0)”" } ?? title }
            let closed =
                action.state == .closed || action.closed == 0 ? "" : ", \(action.closed) of them too late"
            return "\(title) and \(action.count - 1) more\(closed)"
        }

        /// The text of a reply as one line.
        private static func said(_ action: HistoryEntry) -> String? {
            guard case .reply(_, let values) = action.response,
                let text = values.members.lazy.compactMap(\.value.string).first
            else { return nil }
            return text.split(whereSeparator: \.isNewline).joined(separator: " ")
        }
    }
}
