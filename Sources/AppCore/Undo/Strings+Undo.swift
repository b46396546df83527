package import Cards

/// Taking back what was done.
extension Strings {
    package enum Undo {
        package static func window(_ done: String, key: String, seconds: Int) -> String {
            "\(done) · \(key) undoes · \(seconds) s"
        }
        package static func submitWindow(_ title: String, key: String, seconds: Int) -> String {
            "Sending in \(seconds) s · \(key) undoes · \(Submitting.named(title))"
        }
        package static func done(_ response: CardResponse, count: Int) -> String {
            switch response {
            case .dismiss, .snooze: count == 1 ? "Undone: the card is back" : "Undone: \(count) cards are back"
            case .unsnooze: "Undone: the card is snoozed again"
            case .voteUp, .voteDown: "Undone: no feedback was sent"
            case .submit: count == 1 ? Submitting.takenBack : "Undone: \(count) cards are back"
            }
        }
        package static func tooLate(_ response: CardResponse) -> String {
            switch response {
            case .dismiss: "The server knows by now: a dismissed card can't return"
            case .snooze: "The server knows by now: wake the card among the snoozed ones"
            case .unsnooze: "The server knows by now: snooze the card again"
            case .voteUp, .voteDown: "Your feedback was sent: it can't be undone any more"
            case .submit: "The form was sent: it can't be undone any more"
            }
        }
        package static let nothing = "There is nothing to undo"
        package static func failed(_ reason: String) -> String { "Couldn't undo it: \(reason)" }
    }
}
