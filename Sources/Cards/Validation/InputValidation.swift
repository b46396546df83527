import struct Foundation.Date

/// Validates form values against the rules of a field, with messages that name the field and the bound.
///
/// Values have the form of a submission: a string for texts, radio groups and dropdowns, a number for number inputs and
/// steppers, a boolean for a switch, an array of the checked values for a checkbox group, a calendar day such as
/// `2026-07-31` for a date, and for an upload an object with `filename`, `bucketId` and, before sending, `size` in
/// bytes.
public enum InputValidation {
    /// The message of the first problem, or nil if the value may be submitted. Checks the kind of field first (whether
    /// it is a number, or one of the choices), then its rules in order, then whether a number can be read by programs.
    ///
    /// - Parameter filled: The names of the form's inputs that have a value.
    public static func message(for value: JSONValue?, of input: Card.Input, filled: Set<String> = []) -> String? {
        let label = input.label ?? input.placeholder
        if !isEmpty(value), let message = kindMessage(for: value ?? nil, kind: input.kind, name: name(label)) {
            return message
        }
        if let message = check(value, input.validation, label: label, filled: filled) { return message }
        // Programs read a number that no double can hold as infinity, or not at all.
        if case .number = input.kind, let number = value.flatMap(number), !number.double.isFinite {
            return "\(name(label)) is too large"
        }
        return nil
    }

    /// The message of the first violated rule: the author's own if the rule has one.
    ///
    /// Without a value only `required`, `requiredUnless` and `minChecked` can fail; a `regexp` must match the whole
    /// value; lengths are in grapheme clusters. A rule that does not apply to the type of the value is satisfied.
    ///
    /// - Parameter filled: The names of the form's inputs that have a value.
    public static func check(
        _ value: JSONValue?, _ rules: [Card.ValidationRule], label: String?, filled: Set<String> = []
    ) -> String? {
        for rule in rules {
            if case .requiredUnless(let other) = rule.rule, filled.contains(other) { continue }
            guard let message = message(for: value, rule.rule, name: name(label)) else { continue }
            return rule.message ?? message
        }
        return nil
    }

    /// Whether there is nothing to submit: no value, blank text, no box checked, a switch that is off.
    public static func isEmpty(_ value: JSONValue?) -> Bool {
        switch value {
        case nil, .null, .bool(false): true
        case .string(let text): text.allSatisfy(\.isWhitespace)
        case .array(let elements): elements.isEmpty
        case .object(let object): object.isEmpty
        case .bool, .number: false
        }
    }

    private static func name(_ label: String?) -> String {
        guard let label, !label.allSatisfy(\.isWhitespace) else { return "This field" }
        return label
    }

    private static func kindMessage(for value: JSONValue, kind: Card.Input.Kind, name: String) -> String? {
        switch kind.entry {
        case .number: return number(value) == nil ? "\(name) must be a number" : nil
        case .steps(let steps):
            guard number(value) != nil else { return "\(name) must be a number" }
            return message(for: value, .minimum(steps.minimum), name: name)
                ?? message(for: value, .maximum(steps.maximum), name: name)
        case .one(let items, _):
            let isOffered = items.contains { $0.value == value.string }
            return isOffered ? nil : "\(name) must be one of the choices"
        case .several(let items, _):
            let offered = Set(items.map(\.value))
            let isOffered = value.array?.allSatisfy { $0.string.map(offered.contains) ?? false } ?? false
            return isOffered ? nil : "\(name) must be one or more of the choices"
        case .day:
            if date(value) != nil { return nil }
            guard let text = value.string, looksLikeDay(text) else {
                return "\(name) must be a date such as 2026-07-31"
            }
            return "\(name): \(text) does not exist"
        case .text, .toggle, .file: return nil
        }
    }

    private static func message(for value: JSONValue?, _ rule: Card.ValidationRule.Rule, name: String) -> String? {
        switch rule {
        case .required, .requiredUnless:
            guard isEmpty(value) else { return nil }
            return value == .bool(false) ? "\(name) must be switched on" : "\(name) is required"
        case .minChecked(let count):
            let checked = value?.array?.count ?? 0
            return checked < count ? "\(name): choose at least \(count)" : nil
        default: break
        }
        guard let value, !isEmpty(value) else { return nil }
        switch rule {
        case .required, .requiredUnless, .minChecked, .unknown: return nil
        case .minimum(let bound):
            guard let number = number(value), number.isLess(than: bound) else { return nil }
            return "\(name) must be \(bound) or more"
        case .maximum(let bound):
            guard let number = number(value), bound.isLess(than: number) else { return nil }
            return "\(name) must be \(bound) or less"
        case .minimumLength(let count):
            guard let text = value.string, text.count < count else { return nil }
            return "\(name) must have at least \(characters(count))"
        case .maximumLength(let count):
            guard let text = value.string, text.count > count else { return nil }
            return "\(name) must have at most \(characters(count)); it has \(text.count)"
        case .minimumDate(let bound):
            guard let date = date(value), date < bound else { return nil }
            return "\(name) must be \(bound.dayOrTimestamp) or later"
        case .maximumDate(let bound):
            guard let date = date(value), date > bound else { return nil }
            return "\(name) must be \(bound.dayOrTimestamp) or earlier"
        case .regexp(let pattern):
            // A pattern that does not compile fails validation on publishing; here it must not block the form.
            guard let text = value.string, let expression = RegularExpression(pattern) else { return nil }
            switch expression.matchWhole(text) {
            case .matches: return nil
            case .differs: return "\(name) does not have the expected format"
            case .gaveUp: return "\(name) can't be checked: the card's pattern is too slow for this text"
            }
        case .maxSizeBytes(let count):
            guard let size = value["size"]?.int, size > count else { return nil }
            let texts = ByteCount.texts(size, limit: count)
            return "\(name) must be at most \(texts.limit); it is \(texts.size)"
        case .maxChecked(let count):
            guard let checked = value.array?.count, checked > count else { return nil }
            return "\(name): choose at most \(count)"
        }
    }

    private static func characters(_ count: Int) -> String { count == 1 ? "1 character" : "\(count) characters" }

    /// The value as a number, also if it is text being typed.
    private static func number(_ value: JSONValue) -> JSONNumber? {
        value.number ?? value.string.flatMap { JSONNumber(literal: $0) }
    }

    /// Whether the text has the form of a day, even if that day does not exist.
    private static func looksLikeDay(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return parts.map(\.count) == [4, 2, 2] && parts.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isNumber } }
    }

    private static func date(_ value: JSONValue) -> Date? { value.string.flatMap { Date(dayOrTimestamp: $0) } }
}
