import Cards

import struct Foundation.Date

/// Keeps the focus and the entered values when a card disappears without an action of the user: it was replaced by a
/// newer version, cancelled, answered elsewhere, or it expired.
extension AppState {
    /// The user's state before a change of a container's cards.
    struct InteractionSnapshot {
        var card: CardID?
        /// Whether keys go to a field of the card or to one of its sheets.
        var isBusy: Bool
        var isModal: Bool
        /// Whether the user is typing into a field of the card.
        var isTyping: Bool
        /// Whether the selection moves to cards that arrive at the top, which it does before the first key.
        var followsTop: Bool
    }

    func interactionSnapshot(in index: Int) -> InteractionSnapshot? {
        guard start.hasReadSomething(at: now), index == focusedIndex, let card = containers[index].selection else {
            return nil
        }
        // The user expects that an answer removes the card.
        guard !answers.areUnderWay(card) else { return nil }
        return InteractionSnapshot(
            card: card, isBusy: focusedInput != nil || hasOverlay(of: card),
            isModal: modal?.id == containers[index].id, isTyping: focusedInput != nil && keyLayer.takesText,
            followsTop: start.followsTop(at: now))
    }

    /// Keeps the focus after a change of the cards. Keys that were meant for a card that is gone are ignored for a
    /// moment.
    mutating func restoreInteraction(_ interaction: InteractionSnapshot?, in index: Int, hadForm: Bool) {
        let lostCard = containers[index].lostCard
        let isChanged = containers[index].hasChangedCard
        // The flags are valid for this update only.
        containers[index].lostCard = nil
        containers[index].hasChangedCard = false
        guard let interaction, let card = interaction.card else { return }
        let isGone = lostCard == card
        let isFieldLost = interaction.isTyping && overlays.isEmpty && !keyLayer.takesText
        if isFieldLost, !isGone {
            // The card has changed and no longer has the field.
            keyboard.staleGuard = StaleKeyGuard(
                until: now.addingTimeInterval(StaleKeyGuard.pause), wereForText: true, isTyping: true,
                reason: Strings.Toasts.fieldGone)
            show(Strings.Toasts.fieldGone, .information)
            return
        }
        let isEmptied = interaction.isModal && containers[index].window.items.isEmpty
        let isMoved = interaction.followsTop && !isGone && !isEmptied && containers[index].selection != card
        guard isGone || isChanged || isEmptied || isMoved else { return }
        if isChanged, !interaction.isBusy, now < revisions.knownUntil { return }
        let hasSheet = hasOverlay(of: card)
        let keepsField = !hasSheet && focusedInput != nil && keyLayer.takesText
        let allowsUndo = containers[index].selectedCard?.body.allowsUndo ?? true
        let pause = allowsUndo ? StaleKeyGuard.pause : StaleKeyGuard.pauseWithoutUndo
        keyboard.staleGuard = StaleKeyGuard(
            until: now.addingTimeInterval(pause), wereForText: interaction.isBusy && !keepsField,
            isTyping: interaction.isTyping && !keepsField,
            reason: isChanged
                ? Strings.Toasts.otherVersionCame : isMoved ? Strings.Toasts.newCardCame : Strings.Toasts.listChanged)
        if isChanged || isMoved { return }
        // The overlay of the card shows its own message when it closes.
        guard hadForm, !hasOverlay(of: card) else { return }
        let returns = syncStatus.capabilities(of: containers[index].streamID).cardsReturn
        show(returns ? Strings.Toasts.formKept : Strings.Toasts.formGone, .information)
    }

    /// Moves the values entered into a card, and the feedback being typed, to its newer version with the same
    /// lifecycle. Fields that still exist keep their values.
    mutating func carryEntries(from old: CardWindow, to new: CardWindow) {
        guard !forms.isEmpty || !overlays.isEmpty || !revisions.feedback.isEmpty else { return }
        for item in old.items where hasEntries(item.id) && !new.items.contains(where: { $0.id == item.id }) {
            guard let next = new.replacement(of: item) else { continue }
            forms.carry(from: item.id, to: next)
            carryFeedback(from: item.id, to: next)
        }
    }

    private func hasEntries(_ card: CardID) -> Bool {
        forms[card] != nil || revisions.feedback[card] != nil || hasOverlay(of: card)
    }
}

extension CardWindow {
    /// The card that replaces a card that is gone: another card with the same lifecycle id.
    func replacement(of gone: Item) -> CardID? {
        guard case .card(let card) = gone.content, let lifecycle = card.body.lifecycleID else { return nil }
        for item in items where item.id != gone.id {
            if case .card(let other) = item.content, other.body.lifecycleID == lifecycle { return item.id }
        }
        return nil
    }
}

extension Command {
    /// Whether the command may answer the selected card, which cannot be undone by selecting another card.
    var answersCard: Bool {
        switch self {
        case .press, .pressButton, .dismiss, .snooze, .voteUp, .voteDown, .retryAction, .discardAction: true
        default: false
        }
    }

    /// Whether the command does more than move on the selected card. The digits of buttons have a rule of their own in
    /// fields, and the key for undo must work while its time is running out.
    var actsOnCard: Bool {
        switch self {
        case .focusNext, .focusPrevious, .jump, .press, .pressButton, .back, .undoAction: false
        default: entry.group == .cards
        }
    }

    /// Whether the command chooses an item of a menu by its number.
    var isMenuItem: Bool { if case .menuItem = self { true } else { false } }
}
