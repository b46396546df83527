package import Cards

/// Validates entered values before they are submitted.
package enum FieldCheck {
    /// The reason why a value is not valid, with the name of the field; nil if it is valid.
    /// - Parameter filled: The names of the form's inputs that have a value.
    package static func problem(of value: FieldValue, in input: Card.Input, filled: Set<String> = []) -> String? {
        if case (.text(let field), .number) = (value, input.kind) {
            let readings = JSONNumber.readings(of: field.text)
            if !readings.isEmpty { return Strings.Form.ambiguous(input.title, field.text.trimmed, readings) }
        }
        return InputValidation.message(for: checkable(value, in: input), of: input, filled: filled)
    }

    /// The value that would be submitted. Text that is not a number is passed on as text, so that the message can say
    /// so.
    private static func checkable(_ value: FieldValue, in input: Card.Input) -> JSONValue? {
        if let submitted = value.submitted(for: input) { return submitted }
        guard case .text(let field) = value else { return nil }
        return .string(field.text)
    }
}
