import Cards

import struct Foundation.Date

extension AppState {
    /// The text for the newest action that can be undone, with the seconds left; nil if there is none.
    var undoText: String? {
        guard let action = undoWindow.held.last, let seconds = undoWindow.secondsLeft(at: now) else { return nil }
        let key = settings.keymap.keyText(for: .undoAction)
        guard case .submit = action.response, action.cards.isEmpty else {
            let stayed = action.stayed == 0 ? "" : Strings.Marks.stayedToo(action.stayed, action.response)
            return Strings.Undo.window(held(action) + stayed, key: key, seconds: seconds)
        }
        return Strings.Undo.submitWindow(action.title, key: key, seconds: seconds)
    }

    /// The text for an action that can still be undone. The documented text for a vote says that it was received, which
    /// it was not yet.
    private func held(_ action: UndoWindow.Action) -> String {
        switch action.response {
        case .voteUp, .voteDown:
            let isUsual = !strings(for: action.card).isChosen(.toastCardFeedbackMessage)
            if action.count == 1, isUsual { return Strings.Undo.vote }
        default: break
        }
        return done(action.response, action.card, action.count)
    }

    /// The text for an answer that was stored.
    func done(_ response: CardResponse, _ card: CardID, _ count: Int) -> String {
        // For an answer to marked cards, uses the general text even if only one was answered, because the card's own
        // text would not indicate that several were meant.
        let isAnswer = if case .submit = response { undoWindow.isOfMarks(card) } else { false }
        return count == 1 && !isAnswer
            ? strings(for: card).done(response, at: now, in: settings.zone)
            : Strings.Marks.done(response, count, at: now, in: settings.zone)
    }

    /// Records an action that was stored, for the undo window. `until` is when it is sent; nil for the end of the usual
    /// window.
    mutating func recordDone(_ response: CardResponse, of card: CardID, until: Date?) {
        let title = answers.sending.submits.last { $0.card == card }?.title ?? ""
        undoWindow.record(response, of: card, title: title, until: until, at: now)
        if case .submit = response, let until { answers.sending.leaves(card, at: until) }
        // Withdraws validation messages, which the fields show as well, because the notice row must show how to undo.
        let problems = forms.problems
        toasts.withdraw(at: now) { $0.kind == .failure && problems.contains($0.text) }
        toasts.giveWay()
    }

    mutating func askToUndo() -> [Effect] {
        if let action = undoWindow.held.last { returning.expect(action.cards + [action.card], at: now) }
        return [.undo]
    }

    mutating func undone(_ outcome: UndoOutcome) -> [Effect] {
        switch outcome {
        case .done(.undone(let card, let response, let count)):
            undoWindow.end(response, of: card, isUndone: true)
            restore(card)
            keepFeedback(of: response, to: card)
            returnToForm(of: card, forms.replies.undo(response, of: card))
            show(Strings.Undo.done(response, count: count), .success)
        case .done(.undoneOther(let card, let response, let count, let title)):
            restore(card)
            keepFeedback(of: response, to: card)
            show(Strings.Undo.doneElsewhere(response, count: count, title: title), .success)
        case .done(.underWay): show(Strings.Submitting.underWay, .information)
        case .done(.nothing): show(undoWindow.last.map(Strings.Undo.tooLate) ?? Strings.Undo.nothing, .information)
        case .failed(let reason): show(Strings.Undo.failed(reason), .failure)
        }
        return []
    }

    /// Keeps the text of an undone vote for the next vote on the card.
    private mutating func keepFeedback(of response: CardResponse, to card: CardID) {
        switch response {
        case .voteUp(let text?), .voteDown(_, let text?): revisions.feedback[card] = text
        default: break
        }
    }

    /// Ends answers to cards that had left with their answer and are back without one: the answer was undone in another
    /// viewer of the profile.
    mutating func endAnswersUndoneElsewhere(from old: CardWindow, to new: CardWindow) {
        guard !undoWindow.held.isEmpty || !answers.sending.submits.isEmpty else { return }
        for item in new.items where item.delivery == .none && old.position(of: item.id) == nil {
            let card = item.id
            let isSubmitted = answers.sending.submits.contains { $0.card == card }
            guard isSubmitted || undoWindow.holds(card) else { continue }
            undoWindow.drop(card)
            answers.end(card)
            revisions.endAnswer(to: card)
        }
    }

    /// Restores a card to its state before the answer.
    mutating func restore(_ card: CardID) {
        answers.end(card)
        revisions.endAnswer(to: card)
        goBack(to: card)
    }

    /// Selects a card that was out of the window, immediately or when the store reports it.
    mutating func goBack(to card: CardID) {
        returning.goBack(to: card, at: now)
        for index in containers.indices { selectReturning(in: index) }
    }
}
