extension LintRule {
    /// Rules about the actions of a card.
    static let actions = [noWayOut, formWithoutSubmit, answeredForm, undoWithoutAnswer]

    private static let noWayOut = LintRule("no-way-out", "The card cannot be removed from the screen.") { card in
        // A card that cannot be decoded is reported by the rule for invalid cards.
        guard let body = try? CardBody(json: card.json), body.expiresAt == nil, body.expiresIn == nil else { return [] }
        let actions = body.actions
        let canDismiss =
            actions.overflowMenu == .dismiss || actions.isDismissSwipeEnabled && actions.isSwipeEnabled
            || actions.isDismissOverflowEnabled && actions.overflowMenu == .overflow
        let ends = card.actions.contains { ["submit", "dismiss"].contains($0.type) }
        guard !canDismiss, !ends else { return [] }
        return [
            Note(
                "/actions", "the card has no dismiss action, no submit or dismiss button, and never expires",
                "Let users dismiss the card, add a submit or dismiss button, or set \"expiresIn\".")
        ]
    }

    private static let formWithoutSubmit = LintRule(
        "form-without-submit", "The card has inputs but no button that submits them."
    ) { card in
        guard let first = card.inputs.first, card.actions(of: "submit").isEmpty else { return [] }
        return [
            Note(
                first.pointer, "no button submits this input",
                "Add a button with the action {\"type\":\"submit\",\"name\":\"…\"}.")
        ]
    }

    private static let answeredForm = LintRule(
        "answered-form", "The card is answered and still has inputs or submit buttons."
    ) { card in
        guard card.json["answered"]?.object != nil,
            let first = card.inputs.first ?? card.actions(of: "submit").first
        else { return [] }
        return [
            Note(
                first.pointer, "viewers do not submit a card that is already answered",
                "Remove the inputs and submit buttons, or remove \"answered\".")
        ]
    }

    private static let undoWithoutAnswer = LintRule(
        "undo-without-answer", "The card turns undo off, but no button sends an answer."
    ) { card in
        guard card.json["undo"]?.bool == false, card.json["answered"] == nil, card.actions(of: "submit").isEmpty else {
            return []
        }
        return [
            Note(
                "/undo", "the card has no submit button, so \"undo\" has no effect",
                "Add a button with the action {\"type\":\"submit\",\"name\":\"…\"}, or remove \"undo\".")
        ]
    }
}
