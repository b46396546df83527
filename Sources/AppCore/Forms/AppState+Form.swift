import Canvas
package import Cards

extension AppState {
    /// Edits the text of the focused field.
    mutating func editField(_ change: (inout TextField) -> Void) {
        changeFocusedInput { input, value in
            guard case .text(var field) = value else { return nil }
            change(&field)
            // Pasted lines become words of the one line there is.
            if !input.takesLines { field.joinLines() }
            return .text(field)
        }
    }

    /// A line up or down in a long text; at its first or last one, and in a field of one line, the focus moves.
    mutating func moveLine(_ direction: Int) -> [Effect] {
        var hasMoved = false
        let effects = edit { hasMoved = $0.moveLine(direction) }
        return hasMoved || !keyLayer.isField ? effects : effects + moveFocus(direction)
    }

    mutating func undo() -> [Effect] {
        var hasUndone = false
        let effects = edit { hasUndone = $0.undo() }
        if !hasUndone { show(Strings.Form.nothingToUndo, .information) }
        return effects
    }

    /// Has the text being edited changed in an editor program.
    mutating func editOutside() -> [Effect] {
        editedText.map { [.editText($0)] } ?? []
    }

    /// The text that is being typed into.
    private var editedText: String? {
        if let text = overlays.last?.component.editedText { return text }
        guard let input = focusedInput, let card = focusedContainer?.selection,
            case .text(let field) = form(of: card).value(of: input)
        else { return nil }
        return field.text
    }

    /// Uses what the editor program left, or says why not. The keys still go where they went before.
    mutating func receiveEdited(_ outcome: EditOutcome) -> [Effect] {
        switch outcome {
        case .failed(let reason): show(reason, .failure)
        case .edited(let text, let leftOut):
            if leftOut > 0 { show(Strings.Editor.leftOut(leftOut), .information) }
            guard text != editedText else { return [] }
            let isPrompt = !overlays.isEmpty
            return edit { $0.replaceAll(with: isPrompt ? text.replacing("\n", with: " ") : text) }
        }
        return []
    }

    /// Switches the focused switch, ticks the checkbox the cursor is on; radio buttons go to the next choice, a
    /// dropdown opens, and so does the browser for files.
    mutating func toggleChoice() -> [Effect] {
        if case .dropdown? = focusedInput?.kind { return openChooser() }
        if case .fileUpload? = focusedInput?.kind { return openFiles() }
        changeFocusedInput { input, value in value.toggled(in: input) }
        return []
    }

    /// Less or more of a stepper, the previous or next choice of the others.
    mutating func stepChoice(_ direction: Int) -> [Effect] {
        changeFocusedInput { input, value in value.stepped(direction, in: input) }
        return []
    }

    /// Whether the focused field is a list of choices, which stand below each other.
    var isInGroup: Bool {
        switch focusedInput?.kind {
        case .radioGroup?, .checkboxGroup?: true
        default: false
        }
    }

    /// Whether digits are the focused field's, and press no button.
    var fieldKeepsDigits: Bool { keyLayer == .choice }

    /// Whether the focused field holds a file.
    var hasChosenFile: Bool {
        guard let input = focusedInput, case .fileUpload = input.kind, let card = focusedContainer?.selection,
            case .file(let file) = form(of: card).value(of: input)
        else { return false }
        return file != nil
    }

    /// Checks the form, and either sends it, after its question where it has one, or focuses the first field that does
    /// not pass.
    ///
    /// - Parameter isConfirmed: Whether the question is answered.
    mutating func submit(
        _ submission: Card.ButtonAction.Submission, _ subject: Subject, isConfirmed: Bool = false
    ) -> [Effect] {
        let inputs = FocusTarget.inputs(in: subject.components)
        resolveDays(of: inputs, in: subject.card.id)
        if !inputs.isEmpty {
            forms.recordSubmit(of: subject.card.id)
            check(inputs, in: subject.card.id)
            // A refusal needs no form that is filled in.
            if submission.outcome == .negative { forms[subject.card.id]?.forgetProblemsOfEmpty(inputs) }
        }
        let form = form(of: subject.card.id)
        if let first = inputs.first(where: { form.problems[$0.name] != nil }), let problem = form.problems[first.name] {
            for index in containers.indices where containers[index].selection == subject.card.id {
                containers[index].focus = .input(name: first.name)
                containers[index].scrollIntent = .revealFocus
            }
            show(problem, .failure)
            return []
        }
        if let question = submission.confirm, !isConfirmed {
            let title = shownTitle(of: subject) ?? Strings.Submitting.named("")
            overlays.append(.menu(MenuOverlay(asking: question, before: submission, titled: title, of: subject)))
            return []
        }
        var values = form.values(of: submission, beside: inputs)
        for input in inputs {
            if let value = form.value(of: input).submitted(for: input) { values[input.name] = value }
        }
        let files = filesToSend(inputs, in: form)
        if !files.isEmpty { return startSending(files, submission, values: values, subject) }
        return send(submission, values: values, subject)
    }

    /// Submits a form whose question is answered, unless the card has changed meanwhile.
    mutating func submitConfirmed(_ submission: Card.ButtonAction.Submission, of card: CardID) -> [Effect] {
        guard let subject = subject(card) else {
            show(Strings.Toasts.cardGone, .information)
            return []
        }
        guard subject.button(for: submission) != nil else {
            show(Strings.Toasts.cardChanged, .information)
            return []
        }
        return submit(submission, subject, isConfirmed: true)
    }

    /// Sends a checked form.
    mutating func send(
        _ submission: Card.ButtonAction.Submission, values: JSONObject, _ subject: Subject
    ) -> [Effect] {
        let response = submission.response(with: values)
        // Another user may have answered while a question was open or files were sent.
        if let reason = reasonAgainst(response.kind, on: subject) {
            show(reason, .information)
            return []
        }
        answers.begin(submission, of: subject.card.id)
        if submission.keepsCard {
            forms.send(response, of: subject.card.id, FocusTarget.inputs(in: subject.components))
            // At once: what is typed next is text, and no command.
            beginFormAgain(of: subject.card.id, after: submission.buttonName)
        } else {
            // A card that stays can be answered again at once.
            beginSending(subject, by: submission)
        }
        return respond(response, to: subject)
    }

    /// The form of a card that stays begins again: where its first field is empty text, the focus returns there from the
    /// pressed button, so that the next message can be typed at once. Not without a screen, where lines stand in place of
    /// keys and the next line may be a command.
    mutating func beginFormAgain(of card: CardID, after buttonName: String) {
        guard frames.last.size != .zero, overlays.isEmpty, let container = focusedContainer,
            container.selection == card, case .button? = container.focus, let subject = subject(card),
            subject.submission?.buttonName == buttonName,
            let first = FocusTarget.inputs(in: subject.components).first,
            case .text(defaultValue: "", _) = first.kind
        else { return }
        focus(.input(name: first.name))
    }

    /// Whether Enter in the focused field submits: in a text of a form that can be sent again and again.
    var enterSubmits: Bool {
        guard keyLayer == .form, case .text? = focusedInput?.kind, let subject = selectedSubject else { return false }
        return subject.submission?.keepsCard == true
    }

    /// Changes the value of the focused input; nil leaves it as it is.
    mutating func changeFocusedInput(_ change: (Card.Input, FieldValue) -> FieldValue?) {
        guard let input = focusedInput, let card = focusedContainer?.selection else { return }
        changeInput(input.name, of: card, change)
        // What is entered is in sight, wherever the view was scrolled to.
        changeFocused { $0.scrollIntent = $0.scrollIntent ?? .revealFocus }
    }

    /// Gives an input a value that was chosen for it. The card may have changed meanwhile: where the input is no more,
    /// or has no such choice, the reason is shown.
    mutating func fill(_ name: String, of card: CardID, with value: FieldValue, orShow reason: String) {
        let isFilled = changeInput(name, of: card) { input, _ in input.offers(value) ? value : nil }
        if !isFilled { show(reason, .information) }
    }

    /// Changes the value of an input of a card in any container; nil leaves it as it is. Returns whether
    /// it was changed.
    @discardableResult
    mutating func changeInput(
        _ name: String, of card: CardID, _ change: (Card.Input, FieldValue) -> FieldValue?
    ) -> Bool {
        guard let input = input(named: name, of: card) else { return false }
        var form = form(of: card)
        guard let value = change(input, form.value(of: input)) else { return false }
        if form.values[input.name] == nil { form.begin(input.name, in: view(with: name, of: card)) }
        form.values[input.name] = value
        forms[card] = form
        // Another input may need a value only without one here.
        let others = inputs(with: name, of: card).filter { other in
            other.validation.contains { $0.rule == .requiredUnless(name) }
        }
        check(([input] + others).filter { form.hasTriedSubmit || form.problems[$0.name] != nil }, in: card)
        forms.changed.insert(card)
        return true
    }

    /// Checks inputs, and removes messages about those that pass now.
    mutating func check(_ inputs: [Card.Input], in card: CardID) {
        guard var form = forms[card] else { return }
        let before = Set(inputs.compactMap { form.problems[$0.name] })
        form.check(inputs, filled: form.filled(inputs.first.map { self.inputs(with: $0.name, of: card) } ?? []))
        forms[card] = form
        let past = before.subtracting(form.problems.values)
        guard !past.isEmpty else { return }
        let strings = strings(for: card)
        let texts = past.union(past.map { strings.uploadFailed($0) })
        toasts.withdraw(at: now) { $0.kind == .failure && texts.contains($0.text) }
    }
}

extension Card.Input {
    /// Whether the value is one that can be chosen for it in a sheet.
    fileprivate func offers(_ value: FieldValue) -> Bool {
        switch (kind, value) {
        case (.dropdown(let items, _), .choice(let chosen)):
            chosen == nil || items.contains { $0.value == chosen }
        case (.date, .text), (.fileUpload, .file): true
        default: false
        }
    }

    /// Whether the text may hold line breaks.
    package var takesLines: Bool {
        guard case .text(_, let numberOfLines) = kind else { return false }
        return numberOfLines > 1
    }
}

extension FormState {
    /// Notes for each input whether it passes; others keep what is noted.
    mutating func check(_ inputs: [Card.Input], filled: Set<String>) {
        for input in inputs {
            problems[input.name] = FieldCheck.problem(of: value(of: input), in: input, filled: filled)
        }
    }

    /// Leaves only what is wrong with what was entered.
    mutating func forgetProblemsOfEmpty(_ inputs: [Card.Input]) {
        let filled = filled(inputs)
        for input in inputs where !filled.contains(input.name) { problems[input.name] = nil }
    }
}
