internal import AppCore
internal import Canvas
internal import Cards

import struct Foundation.Date

/// Formats a card as one line for people and programs.
enum CardLine {
    /// `ID  P2    5m  Approve the expense`: columns are aligned for ids of the usual length. If another user has
    /// answered the card, the line ends with their name: `(answered by bo)`.
    ///
    /// - Parameter id: The card's id in the list, possibly shortened.
    static func text(_ card: Card, id: String, values: [String: String] = [:], at now: Date) -> SafeText {
        let priority = "P\(card.priority)"
        let age = age(from: card.createdAt, to: now)
        let columns =
            [
                id, priority + String(repeating: " ", count: 3 - priority.count),
                String(repeating: " ", count: max(0, 4 - age.count)) + age,
                card.body.title(with: values) ?? "",
            ] + (card.body.answered.map { ["(\(Strings.AnsweredCard.row($0).string))"] } ?? [])
        var line = SafeText(columns.joined(separator: "  ")).string
        while line.last == " " { line.removeLast() }
        return SafeText(line)
    }

    /// The age of a card, rounded down: `40s`, `5m`, `3h` or `12d`.
    static func age(from date: Date, to now: Date) -> String {
        let seconds = max(0, Int(now.timeIntervalSince(date)))
        return switch seconds {
        case ..<60: "\(seconds)s"
        case ..<3600: "\(seconds / 60)m"
        case ..<(48 * 3600): "\(seconds / 3600)h"
        default: "\(seconds / 86_400)d"
        }
    }

    /// The card's JSON as in the protocol, with the state of the user's unconfirmed action.
    static func json(_ card: Card, _ delivery: CardWindow.Delivery) -> JSONValue {
        guard case .object(var object) = card.json else { return card.json }
        switch delivery {
        case .none: break
        case .waiting: object["delivery"] = "waiting"
        case .refused(let reason):
            object["delivery"] = "refused"
            object["reason"] = .string(reason)
        }
        return .object(object)
    }
}
