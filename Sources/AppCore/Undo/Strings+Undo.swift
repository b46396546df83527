package import Cards

/// Texts for undoing actions.
extension Strings {
    package enum Undo {
        package static func window(_ done: String, key: String, seconds: Int) -> String {
            "\(done) · \(key) to undo · \(seconds) s"
        }
        package static func submitWindow(_ title: String, key: String, seconds: Int) -> String {
            "Sending in \(seconds) s · \(key) to undo · \(Submitting.named(title))"
        }
        package static func done(_ response: CardResponse, count: Int) -> String {
            switch response {
            case .dismiss, .snooze, .submit: count == 1 ? "Undone: the card is back" : "Undone: \(count) cards are back"
            case .unsnooze: "Undone: the card is snoozed again"
            case .voteUp, .voteDown: "Undone: feedback not sent"
            case .reply: "Undone: reply not sent"
            }
        }
        /// The text for a vote that can still be undone.
        package static let vote = "Feedback will be sent"
        /// The text for an action that another viewer of the profile, or an earlier run of this one, had stored.
        package static func doneElsewhere(_ response: CardResponse, count: Int, title: String) -> String {
            let deed =
                switch response {
                case .dismiss: "dismissal"
                case .snooze: "snooze"
                case .unsnooze: "wake-up"
                case .voteUp, .voteDown: "feedback"
                case .submit: "answer"
                case .reply: "reply"
                }
            let subject = title.isEmpty ? History.untitled : "“\(title)”"
            let more = count == 1 ? "" : " and \(count - 1) more"
            return "Undone: the \(deed) of \(subject)\(more), from another viewer or before this one started"
        }
        package static func tooLate(_ response: CardResponse) -> String {
            switch response {
            case .dismiss: "Too late to undo: the dismissal was already sent"
            case .snooze: "Too late to undo: wake the card from the list of snoozed cards"
            case .unsnooze: "Too late to undo: snooze the card again"
            case .voteUp, .voteDown: "Too late to undo: the feedback was already sent"
            case .submit: "Too late to undo: the answer was already sent"
            case .reply: "Too late to undo: the reply was already sent"
            }
        }
        package static let nothing = "Nothing to undo"
        package static func failed(_ reason: String) -> String { "Couldn't undo the action: \(reason)" }
    }
}
