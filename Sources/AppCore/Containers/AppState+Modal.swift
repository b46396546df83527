import Cards

/// The cards of modal containers that wait, and leaving the card that is shown, which has the focus until it ends.
extension AppState {
    /// The number of modal cards that are shown as soon as the user has left the field or closed the sheet.
    var waitingModalCards: Int {
        guard modal == nil, launch == .ready, let screen, !overlays.isEmpty || focusedInput != nil else { return 0 }
        return screen.modals.compactMap(container).reduce(0) { count, model in
            count + (model.window.items.isEmpty ? 0 : max(1, model.window.totalCount))
        }
    }

    /// Why a command is not available while a modal container is shown.
    var modalReason: String {
        canEndModalCard
            ? Strings.Disabled.modal : Strings.Disabled.modalWithoutAnswer(key: settings.keymap.keyText(for: .back))
    }

    /// Handles Escape on the card of the modal container: sets aside a card that the user cannot end, and otherwise shows
    /// what the user can do with it.
    mutating func goBackFromModal() -> [Effect] {
        guard !canEndModalCard else {
            show(waysPastModal, .information)
            return []
        }
        show(Strings.Toasts.setAside, .information)
        return withFocusedContainer { $0.setCardAside() }
    }

    private var waysPastModal: String {
        guard let subject = selectedSubject else { return Strings.Disabled.modal }
        let actions = actions(of: subject)
        let isAnswered = FocusTarget.buttons(in: subject.components).contains { $0.action.answers }
        return Strings.Disabled.modal(
            ways: (isAnswered ? [Strings.Disabled.answer] : [])
                + (actions.offersDismissing ? [Strings.Menu.dismiss] : [])
                + (actions.offersSnoozing ? [Strings.Snooze.name] : []))
    }

    /// Whether the user can end the card of the modal container: with one of its buttons, by dismissing or by snoozing
    /// it. False for a card that cannot be read.
    private var canEndModalCard: Bool {
        guard let subject = selectedSubject else { return false }
        let actions = actions(of: subject)
        if actions.offersDismissing || actions.offersSnoozing { return true }
        if case .refused = subject.item.delivery { return true }
        let body = subject.card.body
        let views = [subject.components, body.components] + body.subviews.values.map(\.components)
        return views.contains { FocusTarget.buttons(in: $0).contains { canEnd(subject, with: $0.action) } }
    }

    private func canEnd(_ subject: Subject, with action: Card.ButtonAction) -> Bool {
        switch action {
        case .submit(let submission): !submission.keepsCard && reasonAgainst(.submit, on: subject) == nil
        case .dismiss: reasonAgainst(.dismiss, on: subject) == nil
        case .snooze: reasonAgainst(.snooze, on: subject) == nil
        // A host program may remove the card.
        case .passPayload: settings.isEmbedded
        case .doNothing, .openLink, .openSubview, .voteUp, .voteDown, .unknown: false
        }
    }
}
