package import Cards

/// The values that the user entered into the inputs of one card, by input name, so that they survive updates of the
/// card.
package struct FormState: Equatable, Sendable {
    /// Values of inputs that the user has changed. Other inputs have their default, even after an update changes it.
    package var values: [String: FieldValue]
    /// The message below each input that is not valid, by input name. Before the first attempt to submit, only fields
    /// that lost the focus with an invalid value have one.
    package var problems: [String: String]
    /// Whether the user has tried to submit. From then on, inputs are validated as they change.
    package var hasTriedSubmit: Bool
    /// For each input that the user changed, the values of the submit buttons in its view when the first change was
    /// made, by input name and button name. They belong to the version of the card that the user saw, so that a
    /// publisher can detect that the card has changed since.
    package var began: [String: [String: JSONObject]] = [:]

    /// The draft as last read from the store. Only differences are written, because other viewers write to the same
    /// draft.
    package var stored: JSONObject = [:]

    package init(values: [String: FieldValue] = [:]) {
        self.values = values
        self.problems = [:]
        self.hasTriedSubmit = false
    }

    /// Records the values of the buttons in an input's view. If another input of the view was changed before, uses the
    /// values recorded for that one.
    mutating func begin(_ name: String, in view: [Card.Component]) {
        for input in FocusTarget.inputs(in: view) where values[input.name] != nil {
            guard let earlier = began[input.name] else { continue }
            began[name] = earlier
            return
        }
        var sent: [String: JSONObject] = [:]
        for button in FocusTarget.buttons(in: view) {
            guard case .submit(let submission) = button.action, !submission.values.isEmpty else { continue }
            sent[submission.buttonName] = submission.values
        }
        began[name] = sent.isEmpty ? nil : sent
    }

    /// The values that a button submits in addition to the inputs: those from the time when the user began to fill in
    /// the form.
    func values(of submission: Card.ButtonAction.Submission, beside inputs: [Card.Input]) -> JSONObject {
        for input in inputs where values[input.name] != nil {
            if let earlier = began[input.name]?[submission.buttonName] { return earlier }
        }
        return submission.values
    }

    /// Whether any field that the user changed has a value. An emptied text does not count.
    package var hasEntries: Bool {
        values.values.contains { value in
            if case .text(let field) = value { !field.text.isEmpty } else { true }
        }
    }

    /// The names of the given inputs that have a value.
    package func filled(_ inputs: [Card.Input]) -> Set<String> {
        let filled = inputs.filter { input in
            let value = value(of: input)
            // A number that is not valid counts as a value.
            if case .text(let field) = value { return !field.text.trimmed.isEmpty }
            return !InputValidation.isEmpty(value.submitted(for: input))
        }
        return Set(filled.map(\.name))
    }

    /// The current value of an input.
    package func value(of input: Card.Input) -> FieldValue {
        if let value = values[input.name], value.fits(input.kind) { return value }
        return FieldValue(defaultOf: input)
    }
}
