package import Cards

import struct Foundation.Date

/// Whether what was entered may be submitted.
package enum FieldCheck {
    /// The message of the first rule that does not hold, the author's own if there is one; nil when all hold.
    package static func problem(of value: FieldValue, in input: Input) -> String? {
        if let problem = unreadable(value, in: input) { return problem }
        let isMissing = isMissing(value)
        for validation in input.validation {
            // Every rule but `required` is about a value that is there.
            let isBroken = validation.rule == .required ? isMissing : !isMissing && breaks(validation.rule, value)
            if isBroken { return validation.message ?? message(for: validation.rule) }
        }
        return nil
    }

    private static func unreadable(_ value: FieldValue, in input: Input) -> String? {
        guard case .text(let field) = value, !field.text.trimmed.isEmpty else { return nil }
        switch input.kind {
        case .number: return JSONNumber(typed: field.text) == nil ? Strings.Form.notANumber : nil
        case .date: return Date(calendarDay: field.text.trimmed) == nil ? Strings.Form.notADate : nil
        default: return nil
        }
    }

    private static func isMissing(_ value: FieldValue) -> Bool {
        switch value {
        case .text(let field): field.text.trimmed.isEmpty
        case .toggle(let isOn): !isOn
        case .checked(let values, _): values.isEmpty
        case .choice(let value): value == nil
        case .stepper: false
        case .none: true
        }
    }

    private static func breaks(_ rule: ValidationRule.Rule, _ value: FieldValue) -> Bool {
        switch (rule, value) {
        case (.minimum(let bound), _): number(value)?.isLess(than: bound) ?? false
        case (.maximum(let bound), _): number(value).map { bound.isLess(than: $0) } ?? false
        case (.minimumLength(let count), .text(let field)): field.count < count
        case (.maximumLength(let count), .text(let field)): field.count > count
        case (.minimumDate(let date), .text(let field)):
            Date(calendarDay: field.text.trimmed).map { $0 < date } ?? false
        case (.maximumDate(let date), .text(let field)):
            Date(calendarDay: field.text.trimmed).map { $0 > date } ?? false
        case (.regexp(let pattern), .text(let field)): !matches(field.text, pattern)
        case (.minChecked(let count), .checked(let values, _)): values.count < count
        case (.maxChecked(let count), .checked(let values, _)): values.count > count
        default: false
        }
    }

    private static func number(_ value: FieldValue) -> JSONNumber? {
        switch value {
        case .text(let field): JSONNumber(typed: field.text)
        case .stepper(let number): number
        default: nil
        }
    }

    /// A pattern the author got wrong must not lock the form: it holds for everything.
    private static func matches(_ text: String, _ pattern: String) -> Bool {
        // The error says what is wrong with the pattern, which the user cannot mend.
        guard let regex = try? Regex(pattern) else { return true }
        // A match can also fail by exhausting its limits; that is the pattern's fault as well.
        guard let match = try? regex.wholeMatch(in: text) else { return false }
        return !match.output.isEmpty || text.isEmpty || match.range == text.startIndex..<text.endIndex
    }

    private static func message(for rule: ValidationRule.Rule) -> String {
        switch rule {
        case .required: Strings.Form.required
        case .minimum(let bound): Strings.Form.atLeast(bound.description)
        case .maximum(let bound): Strings.Form.atMost(bound.description)
        case .minimumLength(let count): Strings.Form.atLeastCharacters(count)
        case .maximumLength(let count): Strings.Form.atMostCharacters(count)
        case .minimumDate(let date): Strings.Form.notBefore(date.calendarDay)
        case .maximumDate(let date): Strings.Form.notAfter(date.calendarDay)
        case .minChecked(let count): Strings.Form.chooseAtLeast(count)
        case .maxChecked(let count): Strings.Form.chooseAtMost(count)
        case .regexp, .maxSizeBytes, .unknown: Strings.Form.wrongFormat
        }
    }
}
