import Cards

import struct Foundation.Date

extension AppState {
    /// The text of the notice row: the action that can be undone with the time left, otherwise the form that is being
    /// sent. The key that withdraws a form is shown only without a connection: with a connection, the form has left,
    /// and only the server's response shows whether the server has it.
    package var progress: String? {
        if let text = undoText { return text }
        guard let submit = shownSubmit else { return nil }
        guard !isConnected(to: submit.streamID) else {
            let message = strings(for: submit.card)[.processingStateMessage]
            return Strings.Submitting.progress(submit.title, message: message)
        }
        return Strings.Submitting.waits(
            submit.title, key: settings.keymap.keyText(for: escapeTakesBack ? .back : .undoAction))
    }

    /// Whether the source of a stream is reachable.
    func isConnected(to stream: StreamID) -> Bool {
        switch syncStatus.connection(of: stream) {
        case .live, .polling: true
        case .connecting, .offline, .stopped: false
        }
    }

    /// The newest submitted form whose progress is shown.
    private var shownSubmit: Sending.Submit? {
        answers.sending.shown(at: now) { isConnected(to: $0) }
    }

    /// Whether Escape withdraws the form whose progress is shown: there is nothing else to leave.
    var escapeTakesBack: Bool {
        guard let submit = shownSubmit, !isConnected(to: submit.streamID), let container = focusedContainer else {
            return false
        }
        guard container.marks.isEmpty else { return false }
        guard let card = container.selectedCard else { return true }
        return container.focus == nil && container.openSubview(of: card) == nil
    }

    /// Withdraws the submitted form whose progress is shown.
    mutating func withdrawSubmit() -> [Effect] {
        guard let submit = shownSubmit else { return [] }
        returning.expect([submit.card], at: now)
        return [.withdraw(submit.card, submit.streamID)]
    }

    /// Records that a form is being sent.
    ///
    /// - Parameter submission: The action of the pressed button.
    mutating func beginSending(_ subject: Subject, by submission: Card.ButtonAction.Submission) {
        let buttons = FocusTarget.buttons(in: subject.components)
        let pressed = buttons.first { if case .submit(submission) = $0.action { true } else { false } }
        answers.sending.begin(
            Sending.Submit(
                card: subject.card.id, streamID: subject.card.streamID,
                title: Strings.Submitting.title(
                    shownTitle(of: subject) ?? "", button: buttons.count > 1 ? pressed?.text : nil),
                since: now.addingTimeInterval(subject.card.body.allowsUndo ? undoWindow.length : 0)))
        if !subject.card.body.allowsUndo { guardAgainstSecondPress() }
    }

    /// Ignores a second press of the same button for a moment: the next card has taken the place of the answered card,
    /// and the press must not answer it.
    private mutating func guardAgainstSecondPress() {
        var stray = StaleKeyGuard(
            until: now.addingTimeInterval(StaleKeyGuard.secondPress), wereForText: false,
            reason: Strings.Toasts.nextCame)
        stray.outlastsKeys = true
        keyboard.staleGuard = stray
    }

    mutating func withdrawn(_ card: CardID, _ outcome: WithdrawalOutcome) -> [Effect] {
        if let replacement = revisions.replaced.removeValue(forKey: card) {
            endReplaced(card, replacement, outcome)
            return []
        }
        switch outcome {
        case .done(.withdrawn):
            if let held = undoWindow.held.last(where: { $0.card == card }) {
                undoWindow.end(held.response, of: card, isUndone: true)
            }
            restore(card)
            show(Strings.Submitting.takenBack, .success)
        case .done(.underWay): show(Strings.Submitting.underWay, .information)
        case .done(.settled):
            answers.sending.end(card)
            show(Strings.Submitting.settled, .information)
        case .failed(let reason): show(Strings.Submitting.notTakenBack(reason), .failure)
        }
        return []
    }

    /// Selects the card of a withdrawn form once it is back in the container.
    mutating func selectReturning(in index: Int) {
        guard returning.hasCardToSelect else { return }
        let items = containers[index].window.items
        let card = returning.takeCardToSelect(at: now) { card in items.contains { $0.id == card } }
        if let card { containers[index].select(card, edge: .nearest) }
    }

    /// Removes submitted forms that were settled in another way: the server refused them, or another user ended the
    /// card.
    mutating func forgetSettledSubmits() {
        for submit in answers.sending.submits {
            let item = containers.lazy.compactMap { $0.window.items.first { $0.id == submit.card } }.first
            if case .refused? = item?.delivery { answers.sending.end(submit.card) }
        }
        if syncStatus.waitingActions == 0 { answers.sending.endAll(before: now) }
    }
}
