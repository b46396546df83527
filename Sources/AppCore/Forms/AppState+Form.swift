import Canvas
package import Cards

extension AppState {
    /// Edits the text of the focused field.
    mutating func editField(_ change: (inout TextField) -> Void) {
        changeFocusedInput { input, value in
            guard case .text(var field) = value else { return nil }
            change(&field)
            // A field of one line turns the line breaks of pasted text into spaces.
            if !input.takesLines { field.joinLines() }
            return .text(field)
        }
    }

    /// Moves the cursor up or down by one line in a text with several lines. On the first or last line, and in a field
    /// of one line, moves the focus instead.
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

    /// Opens the current text in an editor program.
    mutating func editOutside() -> [Effect] {
        editedText.map { [.editText($0)] } ?? []
    }

    /// The text of the field that the user types into.
    private var editedText: String? {
        if let text = overlays.last?.component.editedText { return text }
        guard let input = focusedInput, let card = focusedContainer?.selection,
            case .text(let field) = form(of: card).value(of: input)
        else { return nil }
        return field.text
    }

    /// Applies the text from the editor program, or shows why it cannot be applied. The keyboard focus is still where
    /// it was before.
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

    /// Toggles a switch, or the choice at the cursor of a checkbox group. Selects the first choice of a radio group that
    /// has none. Opens a dropdown, or the file browser of a file input.
    mutating func toggleChoice() -> [Effect] {
        if case .dropdown? = focusedInput?.kind { return openChooser() }
        if case .fileUpload? = focusedInput?.kind { return openFiles() }
        changeFocusedInput { input, value in value.toggled(in: input) }
        return []
    }

    /// Decreases or increases a stepper, or selects the previous or next choice of other inputs.
    mutating func stepChoice(_ direction: Int) -> [Effect] {
        changeFocusedInput { input, value in value.stepped(direction, in: input) }
        return []
    }

    /// Whether the focused field is a vertical list of choices.
    var isInGroup: Bool {
        switch focusedInput?.kind {
        case .radioGroup?, .checkboxGroup?: true
        default: false
        }
    }

    /// Whether digits apply to the focused field rather than pressing buttons.
    var fieldKeepsDigits: Bool { keyLayer == .choice }

    /// Whether the focused field has a file.
    var hasChosenFile: Bool {
        guard let input = focusedInput, case .fileUpload = input.kind, let card = focusedContainer?.selection,
            case .file(let file) = form(of: card).value(of: input)
        else { return false }
        return file != nil
    }

    /// Validates the form. If it is valid, submits it, after its confirmation question if it has one. Otherwise focuses
    /// the first field that is not valid.
    ///
    /// - Parameter isConfirmed: Whether the user has confirmed the question.
    mutating func submit(
        _ submission: Card.ButtonAction.Submission, _ subject: Subject, isConfirmed: Bool = false
    ) -> [Effect] {
        let inputs = FocusTarget.inputs(in: subject.components)
        resolveDays(of: inputs, in: subject.card.id)
        if !inputs.isEmpty {
            forms.recordSubmit(of: subject.card.id)
            check(inputs, in: subject.card.id)
            // The user can refuse without filling in the form.
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

    /// Submits a form after the user confirmed its question, unless the card has changed in the meantime.
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

    /// Submits a validated form.
    mutating func send(
        _ submission: Card.ButtonAction.Submission, values: JSONObject, _ subject: Subject
    ) -> [Effect] {
        let response = submission.response(with: values)
        // Another user may have answered while the question was open or files were sent.
        if let reason = reasonAgainst(response.kind, on: subject) {
            show(reason, .information)
            return []
        }
        answers.begin(submission, of: subject.card.id)
        if submission.keepsCard {
            forms.send(response, of: subject.card.id, FocusTarget.inputs(in: subject.components))
            // Focuses the field immediately, so that the keys typed next are text and not commands.
            beginFormAgain(of: subject.card.id, after: submission.buttonName)
        } else {
            // Shows progress only for this case, because a card that stays can be answered again immediately.
            beginSending(subject, by: submission)
        }
        return respond(response, to: subject)
    }

    /// Restarts the form of a card that stays. If its first field is a text that is empty by default, moves the focus
    /// there from the pressed button, so that the user can type the next message immediately. Does nothing without a
    /// screen, because in line mode the next line may be a command.
    mutating func beginFormAgain(of card: CardID, after buttonName: String) {
        guard frames.last.size != .zero, overlays.isEmpty, let container = focusedContainer,
            container.selection == card, case .button? = container.focus, let subject = subject(card),
            subject.submission?.buttonName == buttonName,
            let first = FocusTarget.inputs(in: subject.components).first,
            case .text(defaultValue: "", _) = first.kind
        else { return }
        focus(.input(name: first.name))
    }

    /// Whether Enter in the focused field submits the form: it is a text field of a form that can be submitted
    /// repeatedly.
    var enterSubmits: Bool {
        guard keyLayer == .form, case .text? = focusedInput?.kind, let subject = selectedSubject else { return false }
        return subject.submission?.keepsCard == true
    }

    /// Changes the value of the focused input. If `change` returns nil, the value stays.
    mutating func changeFocusedInput(_ change: (Card.Input, FieldValue) -> FieldValue?) {
        guard let input = focusedInput, let card = focusedContainer?.selection else { return }
        changeInput(input.name, of: card, change)
        // Scrolls the input into sight, because the user may have scrolled away.
        changeFocused { $0.scrollIntent = $0.scrollIntent ?? .revealFocus }
    }

    /// Sets an input to a value that the user chose in a sheet. If the card has changed in the meantime and the input
    /// no longer exists or no longer accepts the value, shows the reason.
    mutating func fill(_ name: String, of card: CardID, with value: FieldValue, orShow reason: String) {
        let isFilled = changeInput(name, of: card) { input, _ in input.offers(value) ? value : nil }
        if !isFilled { show(reason, .information) }
    }

    /// Changes the value of an input of a card in any container. If `change` returns nil, the value stays. Returns
    /// whether the value was changed.
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
        // Another input may require a value only while this one has none.
        let others = inputs(with: name, of: card).filter { other in
            other.validation.contains { $0.rule == .requiredUnless(name) }
        }
        check(([input] + others).filter { form.hasTriedSubmit || form.problems[$0.name] != nil }, in: card)
        forms.changed.insert(card)
        return true
    }

    /// Validates inputs, and removes messages that no longer apply.
    mutating func check(_ inputs: [Card.Input], in card: CardID) {
        guard var form = forms[card] else { return }
        let before = Set(inputs.compactMap { form.problems[$0.name] })
        let filled = form.filled(inputs.first.map { self.inputs(with: $0.name, of: card) } ?? [])
        var (read, problems) = readingDays(of: inputs, in: form)
        read.check(inputs, filled: filled)
        form.problems = read.problems.merging(problems) { _, problem in problem }
        forms[card] = form
        let past = before.subtracting(form.problems.values)
        guard !past.isEmpty else { return }
        let strings = strings(for: card)
        let texts = past.union(past.map { strings.uploadFailed($0) })
        toasts.withdraw(at: now) { $0.kind == .failure && texts.contains($0.text) }
    }
}

extension Card.Input {
    /// Whether the input accepts a value that was chosen in a sheet.
    fileprivate func offers(_ value: FieldValue) -> Bool {
        switch (kind, value) {
        case (.dropdown(let items, _), .choice(let chosen)):
            chosen == nil || items.contains { $0.value == chosen }
        case (.date, .text), (.fileUpload, .file): true
        default: false
        }
    }

    /// Whether the text may contain line breaks.
    package var takesLines: Bool {
        guard case .text(_, let numberOfLines) = kind else { return false }
        return numberOfLines > 1
    }
}

extension FormState {
    /// Updates the validation message of each given input. Other inputs keep theirs.
    mutating func check(_ inputs: [Card.Input], filled: Set<String>) {
        for input in inputs {
            problems[input.name] = FieldCheck.problem(of: value(of: input), in: input, filled: filled)
        }
    }

    /// Removes the messages of inputs without a value.
    mutating func forgetProblemsOfEmpty(_ inputs: [Card.Input]) {
        let filled = filled(inputs)
        for input in inputs where !filled.contains(input.name) { problems[input.name] = nil }
    }
}
