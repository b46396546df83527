internal import AppCore
internal import AppRuntime
import Basics
internal import Cards

import struct Foundation.Date

/// A card's form with values from a command line, validated like in the viewer.
struct SubmitForm {
    let card: Card

    /// A submit button with the fields that it sends.
    private struct Choice {
        /// The label that the button shows.
        var label: String
        var submission: Card.ButtonAction.Submission
        var inputs: [Card.Input]
    }

    private var choices: [Choice] {
        card.forms.flatMap { form in
            form.buttons.map { Choice(label: $0.label, submission: $0.submission, inputs: form.inputs) }
        }
    }

    /// The submission: the button's own values, its fields with their defaults, and values without a field.
    ///
    /// - Parameters:
    ///   - button: The button's name; optional if there is only one.
    ///   - values: Values by field as typed.
    /// - Throws: ``CommandFailure`` with what is wrong and what was expected.
    func response(button: String?, values: JSONObject) throws(CommandFailure) -> CardResponse {
        let choice = try choose(button)
        var form = FormState()
        var sent = choice.submission.values
        for (name, value) in values.members {
            guard let input = choice.inputs.first(where: { $0.name == name }) else {
                guard !isField(name) else { throw Self.notSent(name, by: choice) }
                if let near = Spelling.nearest(to: name, among: choice.inputs.map(\.name)) {
                    throw CommandFailure(
                        .usage,
                        "unknown field \"\(name.escapingControls)\"; did you mean \"\(near.escapingControls)\"?")
                }
                sent[name] = value
                continue
            }
            form.values[name] = try Self.field(input, value)
        }
        let filled = form.filled(choice.inputs)
        // A negative answer does not need a complete form.
        let isRefusal = choice.submission.outcome == .negative
        let checked = choice.inputs.filter { !isRefusal || filled.contains($0.name) }
        let problems = checked.compactMap { Self.problem(of: form.value(of: $0), in: $0, filled) }
        guard problems.isEmpty else {
            throw CommandFailure(.usage, problems.joined(separator: "; ").escapingControls)
        }
        for input in choice.inputs {
            if let value = form.value(of: input).submitted(for: input) { sent[input.name] = value }
        }
        return choice.submission.response(with: sent)
    }

    /// - Throws: ``CommandFailure`` if another user has answered the card.
    func requireOpen(at now: Date, in zone: LocalZone) throws(CommandFailure) {
        guard let answered = card.body.answered else { return }
        throw CommandFailure(.nothingMatched, Strings.AnsweredCard.reason(answered, at: now, in: zone))
    }

    private func isField(_ name: String) -> Bool { card.forms.contains { $0.inputs.contains { $0.name == name } } }

    /// The failure for a field of another view, which the viewer would not send either.
    private static func notSent(_ name: String, by choice: Choice) -> CommandFailure {
        let names = choice.inputs.map(\.name)
        let sent = names.isEmpty ? "no fields" : "only \(names.joined(separator: ", "))"
        return CommandFailure(
            .usage,
            "\(name) is a field of another view of the card; the button \(choice.submission.buttonName) sends \(sent)"
                .escapingControls)
    }

    private func choose(_ name: String?) throws(CommandFailure) -> Choice {
        let all = choices
        let names = all.map(\.submission.buttonName)
        guard let first = all.first else {
            throw CommandFailure(.failure, "the card has no submit button; `cardstream show` lists its actions")
        }
        let known = names.map { "--button \($0)" }.joined(separator: ", ").escapingControls
        guard let name else {
            if all.count == 1 { return first }
            throw CommandFailure(.usage, "the card has several submit buttons; expected one of \(known)")
        }
        if let choice = all.first(where: { $0.submission.buttonName == name }) { return choice }
        // The label also selects a button, in upper or lower case, if it is unambiguous.
        let typed = name.lowercased()
        let alike = all.filter { $0.label.lowercased() == typed || $0.submission.buttonName.lowercased() == typed }
        if alike.count == 1 { return alike[0] }
        throw CommandFailure(
            .usage, "the card has no submit button \"\(name.escapingControls)\"; expected \(known)")
    }

    /// The problem with a value, with the field's name on the command line.
    private static func problem(of value: FieldValue, in input: Card.Input, _ filled: Set<String>) -> String? {
        var named = input
        named.label = input.name
        guard let problem = FieldCheck.problem(of: value, in: named, filled: filled) else { return nil }
        // The author's message may already start with the name.
        return problem.hasPrefix(input.name) ? problem : "\(input.name): \(problem)"
    }

    private static func field(_ input: Card.Input, _ value: JSONValue) throws(CommandFailure) -> FieldValue {
        let text = value.string ?? value.text()
        func wrong(_ expected: String) -> CommandFailure {
            CommandFailure(
                .usage, "\(input.name): expected \(expected), found \"\(text)\"".escapingControls)
        }
        switch input.kind.entry {
        case .text, .number, .day: return .text(TextField(text))
        case .toggle:
            guard text == "true" || text == "false" else { throw wrong("true or false") }
            return .toggle(text == "true")
        case .steps(let steps):
            guard let number = JSONNumber(literal: text), steps.reach(number) else {
                throw wrong("a number from \(steps.minimum) to \(steps.maximum), in steps of \(steps.step)")
            }
            return .stepper(number)
        case .one(let items, _):
            let offered = items.map(\.value)
            guard text.isEmpty || offered.contains(text) else {
                throw wrong("one of \(offered.joined(separator: ", "))")
            }
            return .choice(text.isEmpty ? nil : text)
        case .several(let items, _):
            let offered = items.map(\.value)
            guard let chosen = boxes(in: text[...], of: offered.sorted { $0.count > $1.count }) else {
                throw wrong("one or more of \(offered.joined(separator: ", ")), separated by commas")
            }
            return .checked(Set(chosen), cursor: 0)
        case .file:
            throw CommandFailure(.usage, "\(input.name.escapingControls): only the viewer can send files")
        }
    }

    /// The offered values in a comma-separated text. Longer values are tried first, because values may contain commas.
    private static func boxes(in text: Substring, of offered: [String]) -> [String]? {
        if text.isEmpty { return [] }
        for value in offered where text.hasPrefix(value) {
            let rest = text.dropFirst(value.count)
            if rest.isEmpty { return [value] }
            if rest.first == ",", let others = boxes(in: rest.dropFirst(), of: offered) { return [value] + others }
        }
        return nil
    }
}
