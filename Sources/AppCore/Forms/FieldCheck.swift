package import Cards

/// Whether what was entered may be submitted.
package enum FieldCheck {
    /// Why it may not, naming the field; nil when it may.
    /// - Parameter filled: The names of the form's inputs that have a value.
    package static func problem(of value: FieldValue, in input: Card.Input, filled: Set<String> = []) -> String? {
        if case (.text(let field), .number) = (value, input.kind) {
            let readings = JSONNumber.readings(of: field.text)
            if !readings.isEmpty { return Strings.Form.ambiguous(input.title, field.text.trimmed, readings) }
        }
        return InputValidation.message(for: checkable(value, in: input), of: input, filled: filled)
    }

    /// What would be submitted; text that is no number yet goes as it is, so that the message can say so.
    private static func checkable(_ value: FieldValue, in input: Card.Input) -> JSONValue? {
        if let submitted = value.submitted(for: input) { return submitted }
        guard case .text(let field) = value else { return nil }
        return .string(field.text)
    }
}
