extension CardBody {
    /// What the submit button of this name means to the publisher; nil if the card has no such button, or if it keeps the
    /// card and states no outcome: such a button settles nothing.
    ///
    /// Silence is never a yes; the first button is the yes. Where no submit button states an outcome, the first one is
    /// positive and all others are negative. Where some do, a button that states none is negative. The first button is
    /// that of the card, else that of the subview whose id sorts first. A button that keeps the card counts only if it
    /// states an outcome.
    public func meaning(ofButton name: String) -> Outcome? {
        let buttons = submissions.filter { !$0.keepsCard || $0.outcome != nil }
        guard let button = buttons.first(where: { $0.buttonName == name }) else { return nil }
        guard buttons.allSatisfy({ $0.outcome == nil }) else { return button.outcome ?? .negative }
        return name == buttons.first?.buttonName ? .positive : .negative
    }

    /// What the button says by which a response was given; nil for another response, and for a card without such a button.
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

    /// What all submit buttons send, in reading order: those of the card, then those of its subviews by id.
    package var submissions: [Card.ButtonAction.Submission] {
        allButtons.compactMap { if case .submit(let submission) = $0.action { submission } else { nil } }
    }

    /// All buttons in the same order.
    private var allButtons: [Card.Button] {
        ([components] + subviews.sorted { $0.key < $1.key }.map(\.value.components)).joined().flatMap(\.buttons)
    }
}
