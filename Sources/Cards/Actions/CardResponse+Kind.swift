extension CardResponse {
    /// What was done, without what was said: for the log.
    package var kind: String {
        switch self {
        case .dismiss: "dismiss"
        case .submit: "submit"
        case .snooze: "snooze"
        case .unsnooze: "unsnooze"
        case .voteUp: "vote-up"
        case .voteDown: "vote-down"
        }
    }
}
