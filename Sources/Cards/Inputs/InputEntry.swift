package import struct Foundation.Date

/// How a value is entered, regardless of the input's appearance.
///
/// Code that reads, checks and describes values depends only on this type. A new kind of input that is entered like an
/// existing one therefore needs no change there.
package enum InputEntry: Hashable, Sendable {
    case text(defaultValue: String)
    case number(defaultValue: JSONNumber?)
    /// A day of the calendar.
    case day(defaultValue: Date?)
    case toggle(defaultValue: Bool)
    /// A number that is changed in steps.
    case steps(NumberSteps)
    /// Any of the choices.
    case several([Card.Input.Choice], defaultValue: [String])
    /// One of the choices.
    case one([Card.Input.Choice], defaultValue: String?)
    case file

    /// The choices; empty for entries without choices.
    package var choices: [Card.Input.Choice] {
        switch self {
        case .several(let choices, _), .one(let choices, _): choices
        case .text, .number, .day, .toggle, .steps, .file: []
        }
    }

    /// The value that a form starts with, in the form in which it would be submitted; nil without a default.
    var defaultJSON: JSONValue? {
        switch self {
        case .text(let text): text.isEmpty ? nil : .string(text)
        case .number(let number): number.map(JSONValue.number)
        case .day(let date): date.map { .string($0.dayOrTimestamp) }
        case .toggle(let isOn): .bool(isOn)
        case .steps(let steps): steps.defaultValue.map(JSONValue.number)
        case .several(_, let values): .array(values.map(JSONValue.string))
        case .one(_, let value): value.map(JSONValue.string)
        case .file: nil
        }
    }
}

/// The numbers of an input that is changed in steps.
package struct NumberSteps: Hashable, Sendable {
    /// The value at which a form starts; nil for the minimum.
    package var defaultValue: JSONNumber?
    package var minimum: JSONNumber
    package var maximum: JSONNumber
    /// The step; greater than 0.
    package var step: JSONNumber

    /// One step up (1) or down (-1), within the bounds.
    package func next(_ direction: Int, after number: JSONNumber) -> JSONNumber {
        number.stepped(direction, by: step, from: minimum, to: maximum)
    }

    /// Whether steps from the minimum or from the default lead to the number.
    package func reach(_ number: JSONNumber) -> Bool {
        [minimum, defaultValue].compactMap(\.self)
            .contains { number.isReached(from: $0, by: step, from: minimum, to: maximum) }
    }
}

extension Card.Input.Kind {
    /// How a value of this kind is entered.
    package var entry: InputEntry {
        switch self {
        case .text(let value, _): .text(defaultValue: value)
        case .number(let value): .number(defaultValue: value)
        case .toggle(let value): .toggle(defaultValue: value)
        case .stepper(let value, let minimum, let maximum, let step):
            .steps(NumberSteps(defaultValue: value, minimum: minimum, maximum: maximum, step: step))
        case .checkboxGroup(let items, let values): .several(items, defaultValue: values)
        case .radioGroup(let items, let value), .dropdown(let items, let value): .one(items, defaultValue: value)
        case .date(let value): .day(defaultValue: value)
        case .fileUpload: .file
        }
    }
}
