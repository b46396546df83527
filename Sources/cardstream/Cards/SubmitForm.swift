internal import AppRuntime
internal import Cards
internal import ViewModels

/// A card's form as it is filled in on a command line, checked by the rules of its fields as the viewer does.
struct SubmitForm {
    let card: Card

    /// A submit button and the page it stands on, whose fields go with it.
    private struct Choice {
        var submission: ButtonAction.Submission
        var page: Card.Page

        /// As it is named on the command line.
        func words(isOnlyOne: Bool) -> String {
            "--button \(submission.buttonName)" + (isOnlyOne ? "" : page.subview.map { " --subview \($0)" } ?? "")
        }
    }

    private var choices: [Choice] {
        card.pages.flatMap { page in
            page.buttons.compactMap { button in
                guard case .submit(let submission) = button.action else { return nil }
                return Choice(submission: submission, page: page)
            }
        }
    }

    /// What is sent: the button's own values, those of its fields with their defaults, and what belongs to no field.
    ///
    /// - Parameters:
    ///   - button: Its name; may be left out where there is one only.
    ///   - subview: The second page it stands on; nil for the card's own, or for the only page that has it.
    ///   - values: By field, as they were typed.
    /// - Throws: ``CommandFailure`` naming what is wrong and what is expected.
    func response(
        button: String?, on subview: String? = nil, values: JSONObject
    ) throws(CommandFailure) -> CardResponse {
        let choice = try choose(button, on: subview)
        let inputs = choice.page.inputs
        var form = FormState()
        var sent = choice.submission.values
        for (name, value) in values.members {
            guard let input = inputs.first(where: { $0.name == name }) else {
                if let near = Spelling.nearest(to: name, among: inputs.map(\.name)) {
                    throw CommandFailure(
                        .usage,
                        "there is no field \"\(name.escapingControls)\"; did you mean \"\(near.escapingControls)\"?")
                }
                sent[name] = value
                continue
            }
            form.values[name] = try Self.field(input, value)
        }
        let problems = inputs.compactMap { Self.problem(of: form.value(of: $0), in: $0) }
        guard problems.isEmpty else {
            throw CommandFailure(.usage, problems.joined(separator: "; ").escapingControls)
        }
        for input in inputs {
            if let value = form.value(of: input).submitted(for: input) { sent[input.name] = value }
        }
        return .submit(buttonName: choice.submission.buttonName, values: sent)
    }

    private func choose(_ name: String?, on subview: String?) throws(CommandFailure) -> Choice {
        if let subview, card.body.subviews[subview] == nil {
            let known = card.subviewIDs.isEmpty ? "it has none" : "expected \(card.subviewIDs.joined(separator: ", "))"
            throw CommandFailure(.usage, "the card has no subview \"\(subview)\"; \(known)".escapingControls)
        }
        let all = choices.filter { subview == nil || $0.page.subview == subview }
        guard let first = all.first else {
            throw CommandFailure(.failure, "the card has no submit button; `cardstream show` tells what it offers")
        }
        let named = name.map { name in all.filter { $0.submission.buttonName == name } } ?? all
        func words(_ choices: [Choice]) -> String {
            choices.map { one in
                one.words(isOnlyOne: all.count { $0.submission.buttonName == one.submission.buttonName } == 1)
            }.joined(separator: ", ").escapingControls
        }
        guard let name else {
            if all.count == 1 { return first }
            throw CommandFailure(.usage, "the card has several submit buttons; expected one of \(words(all))")
        }
        guard let choice = named.first else {
            throw CommandFailure(
                .usage, "the card has no submit button \"\(name.escapingControls)\"; expected \(words(all))")
        }
        // The card's own page comes first.
        guard choice.page.subview == nil || Set(named.map(\.page.subview)).count == 1 else {
            throw CommandFailure(
                .usage,
                "several pages of the card have a button \"\(name.escapingControls)\"; expected one of \(words(named))")
        }
        return choice
    }

    /// Names the field as it is named on the command line.
    private static func problem(of value: FieldValue, in input: Input) -> String? {
        var named = input
        named.label = input.name
        guard let problem = FieldCheck.problem(of: value, in: named) else { return nil }
        // The author's own words may name it or not.
        return problem.hasPrefix(input.name) ? problem : "\(input.name): \(problem)"
    }

    private static func field(_ input: Input, _ value: JSONValue) throws(CommandFailure) -> FieldValue {
        let text = value.string ?? value.text()
        func wrong(_ expected: String) -> CommandFailure {
            CommandFailure(
                .usage, "\(input.name): expected \(expected), found \"\(text)\"".escapingControls)
        }
        switch input.kind {
        case .text, .number, .date: return .text(TextField(text))
        case .toggle:
            guard text == "true" || text == "false" else { throw wrong("true or false") }
            return .toggle(text == "true")
        case .stepper(let initial, let minimum, let maximum, let step):
            guard let number = JSONNumber(literal: text),
                [minimum, initial].compactMap(\.self).contains(where: {
                    number.isReached(from: $0, by: step, from: minimum, to: maximum)
                })
            else { throw wrong("a number from \(minimum) to \(maximum), in steps of \(step)") }
            return .stepper(number)
        case .radioGroup(let items, _), .dropdown(let items, _):
            let offered = items.map(\.value)
            guard text.isEmpty || offered.contains(text) else {
                throw wrong("one of \(offered.joined(separator: ", "))")
            }
            return .choice(text.isEmpty ? nil : text)
        case .checkboxGroup(let items, _):
            let offered = items.map(\.value)
            guard let chosen = boxes(in: text[...], of: offered.sorted { $0.count > $1.count }) else {
                throw wrong("some of \(offered.joined(separator: ", ")), with commas between")
            }
            return .checked(Set(chosen), cursor: 0)
        case .fileUpload:
            throw CommandFailure(.usage, "\(input.name.escapingControls): files are sent by the viewer only")
        }
    }

    /// The values that a text names with commas between; the longest first, as a value may have commas of its own.
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
