import Cards

/// Interprets a typed line as a value of an input with choices.
struct LineAnswer {
    /// Why the line is not a valid value.
    struct Refusal: Error { let text: String }

    private let text: String

    init(_ text: String) { self.text = text }

    /// The new value of the input. A choice is given by its number, from 1, or by its label.
    func value(for input: Card.Input, now current: FieldValue) throws(Refusal) -> FieldValue {
        switch (input.kind.entry, current) {
        case (.toggle, _): return .toggle(try isOn)
        case (.steps(let steps), _): return .stepper(try number(steps))
        case (.several(let items, _), .checked(var checked, let cursor)):
            for word in text.split(whereSeparator: { $0 == "," || $0 == " " }) {
                let item = items[try position(String(word), in: items)]
                if checked.remove(item.value) == nil { checked.insert(item.value) }
            }
            return .checked(checked, cursor: cursor)
        case (.one(let items, _), _):
            return .choice(items[try position(text, in: items)].value)
        default: return current
        }
    }

    private var isOn: Bool {
        get throws(Refusal) {
            switch text.lowercased() {
            case "on", "yes", "y", "1": return true
            case "off", "no", "n", "2": return false
            default: throw Refusal(text: Strings.Lines.onOrOff)
            }
        }
    }

    private func number(_ steps: NumberSteps) throws(Refusal) -> JSONNumber {
        guard let wanted = JSONNumber(typed: text), steps.reach(wanted) else {
            let (minimum, maximum) = (steps.minimum.literal, steps.maximum.literal)
            throw Refusal(text: Strings.Lines.number(minimum, maximum, step: steps.step.literal))
        }
        return wanted
    }

    private func position(_ word: String, in items: [Card.Input.Choice]) throws(Refusal) -> Int {
        if let number = Int(word) {
            guard items.indices.contains(number - 1) else {
                throw Refusal(text: Strings.Lines.notListed(number, items.count))
            }
            return number - 1
        }
        let words = SearchText.words(word)
        let matches = items.indices.filter { SearchText.contains(SearchText.folded(items[$0].label), words: words) }
        guard matches.count == 1 else { throw Refusal(text: Strings.Lines.noChoice(word, matches.count)) }
        return matches[0]
    }
}
