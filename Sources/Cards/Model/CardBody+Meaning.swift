extension CardBody {
    /// What the submit button with this name means to the publisher. Nil if the card has no such button, or if the
    /// button keeps the card and states no outcome, because it does not settle the question.
    ///
    /// A button that states an outcome has that one. If no submit button states that it is positive, the first one
    /// without an outcome is positive. All other buttons are negative. The first button is that of the card, or else
    /// that of the subview whose id sorts first. A button that keeps the card counts only if it states an outcome.
    public func meaning(ofButton name: String) -> Outcome? {
        let buttons = submissions.filter { !$0.keepsCard || $0.outcome != nil }
        guard let button = buttons.first(where: { $0.buttonName == name }) else { return nil }
        if let outcome = button.outcome { return outcome }
        if buttons.contains(where: { $0.outcome == .positive }) { return .negative }
        return name == buttons.first { $0.outcome == nil }?.buttonName ? .positive : .negative
    }

    /// The label of the button with which a response was given; nil for responses without a button, and for a card
    /// without this button.
    ///
    /// - Parameter values: The host's values for runtime variables by name; other variables show their defaults.
    package func text(ofButtonIn response: CardResponse, with values: [String: String]) -> String? {
        let name: String
        switch response {
        case .submit(let button, _), .reply(let button, _): name = button
        case .dismiss, .snooze, .unsnooze, .voteUp, .voteDown: return nil
        }
        return resolvingVariables(values).allButtons.first { button in
            if case .submit(let submission) = button.action { submission.buttonName == name } else { false }
        }?.text
    }

    /// The submissions of all submit buttons, in reading order: those of the card, then those of its subviews by id.
    package var submissions: [Card.ButtonAction.Submission] {
        allButtons.compactMap { if case .submit(let submission) = $0.action { submission } else { nil } }
    }

    /// All buttons in reading order: those of the card, then those of its subviews by id.
    private var allButtons: [Card.Button] {
        ([components] + subviews.sorted { $0.key < $1.key }.map(\.value.components)).joined().flatMap(\.buttons)
    }
}
