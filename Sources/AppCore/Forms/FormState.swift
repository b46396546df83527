package import Cards

/// What the user has entered into one card's inputs. Kept by input name, so it survives updates of the card.
package struct FormState: Equatable, Sendable {
    /// Only inputs the user touched; the others hold their default, also when an update changes it.
    package var values: [String: FieldValue]
    /// The message under each input that did not pass, by input name. Before the first attempt to submit
    /// only those of fields that were left with such a value.
    package var problems: [String: String]
    /// After a first attempt to submit, inputs are checked again as they change.
    package var hasTriedSubmit: Bool
    /// For each input that the user touched, the values that the buttons of its view sent along when that began, by input
    /// name and button name. They are of the card that the user saw: a publisher recognises by them that it has changed
    /// since.
    package var began: [String: [String: JSONObject]] = [:]

    /// What the store had of it when it was read there. Only what differs is written, since other viewers write as well.
    package var stored: JSONObject = [:]

    package init(values: [String: FieldValue] = [:]) {
        self.values = values
        self.problems = [:]
        self.hasTriedSubmit = false
    }

    /// Notes what the buttons beside an input send along, unless the user had touched it or another input of its view.
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

    /// What a button sends along: its values from when the user began to fill in the form.
    func values(of submission: Card.ButtonAction.Submission, beside inputs: [Card.Input]) -> JSONObject {
        for input in inputs where values[input.name] != nil {
            if let earlier = began[input.name]?[submission.buttonName] { return earlier }
        }
        return submission.values
    }

    /// Whether anything stands in the fields that the user touched: an emptied text is nothing.
    package var hasEntries: Bool {
        values.values.contains { value in
            if case .text(let field) = value { !field.text.isEmpty } else { true }
        }
    }

    /// The names of those inputs that have a value.
    package func filled(_ inputs: [Card.Input]) -> Set<String> {
        let filled = inputs.filter { input in
            let value = value(of: input)
            // A number that is typed wrong is a value as well.
            if case .text(let field) = value { return !field.text.trimmed.isEmpty }
            return !InputValidation.isEmpty(value.submitted(for: input))
        }
        return Set(filled.map(\.name))
    }

    /// What an input holds now.
    package func value(of input: Card.Input) -> FieldValue {
        if let value = values[input.name], value.fits(input.kind) { return value }
        return FieldValue(defaultOf: input)
    }
}
