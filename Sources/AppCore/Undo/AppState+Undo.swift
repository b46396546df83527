import Cards

import struct Foundation.Date

extension AppState {
    /// The newest of what can be undone, with the seconds left.
    var undoText: String? {
        guard let action = undoWindow.held.last, let seconds = undoWindow.secondsLeft(at: now) else { return nil }
        let key = settings.keymap.keyText(for: .undoAction)
        guard case .submit = action.response, action.cards.isEmpty else {
            let stayed = action.stayed == 0 ? "" : Strings.Marks.stayedToo(action.stayed, action.response)
            return Strings.Undo.window(
                done(action.response, action.card, action.count) + stayed, key: key, seconds: seconds)
        }
        return Strings.Undo.submitWindow(action.title, key: key, seconds: seconds)
    }

    /// What to say of an answer that is on its way.
    func done(_ response: CardResponse, _ card: CardID, _ count: Int) -> String {
        // Of an answer to one marked card the card's own words would not say that others were meant.
        let isAnswer = if case .submit = response { undoWindow.isOfMarks(card) } else { false }
        return count == 1 && !isAnswer
            ? strings(for: card).done(response, at: now, in: settings.zone)
            : Strings.Marks.done(response, count, at: now, in: settings.zone)
    }

    /// Notes an action that is on disk; `undo` says how long it stays there.
    mutating func recordDone(_ response: CardResponse, of card: CardID, until: Date?) {
        let title = answers.sending.submits.last { $0.card == card }?.title ?? ""
        undoWindow.record(response, of: card, title: title, until: until, at: now)
        if case .submit = response, let until { answers.sending.leaves(card, at: until) }
        // The field keeps its message; the way to undo has only this place.
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
            returnToForm(of: card, forms.replies.undo(response, of: card))
            show(Strings.Undo.done(response, count: count), .success)
        case .done(.undoneOther(let card, let response, let count, let title)):
            restore(card)
            show(Strings.Undo.doneElsewhere(response, count: count, title: title), .success)
        case .done(.underWay): show(Strings.Submitting.underWay, .information)
        case .done(.nothing): show(undoWindow.last.map(Strings.Undo.tooLate) ?? Strings.Undo.nothing, .information)
        case .failed(let reason): show(Strings.Undo.failed(reason), .failure)
        }
        return []
    }

    /// A card that went with its answer and is back without one: the answer was undone in another viewer of the
    /// profile.
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

    /// A card is as it was before its answer.
    mutating func restore(_ card: CardID) {
        answers.end(card)
        revisions.endAnswer(to: card)
        goBack(to: card)
    }

    /// Selects a card that is out of sight no longer: at once, or when the store reports it.
    mutating func goBack(to card: CardID) {
        returning.goBack(to: card, at: now)
        for index in containers.indices { selectReturning(in: index) }
    }
}
