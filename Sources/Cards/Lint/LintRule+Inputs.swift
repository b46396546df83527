extension LintRule {
    /// Rules about the fields of a form.
    static let inputs = [missingLabel, invalidDefault, slowRegexp]

    private static let missingLabel = LintRule("missing-label", "An input has no label.") { card in
        card.inputs.filter { $0.json["label"]?.string?.isBlank ?? true }
            .map { Note($0.pointer, "this input has no label", "Add \"label\".") }
    }

    private static let invalidDefault = LintRule(
        "invalid-default", "The default of an input breaks the input's own rules."
    ) { card in
        card.inputs.compactMap { part in
            // A component that cannot be decoded is reported by the rule for invalid cards.
            guard part.json["default"] != nil, case .input(let input)? = try? Card.Component(json: part.json) else {
                return nil
            }
            let value = input.kind.entry.defaultJSON
            guard !InputValidation.isEmpty(value) else { return nil }
            let plain = input.validation.map { Card.ValidationRule($0.rule) }
            guard let message = InputValidation.check(value, plain, label: input.label) else { return nil }
            return Note("\(part.pointer)/default", "the form rejects this default: \(message)")
        }
    }

    private static let slowRegexp = LintRule(
        "slow-regexp", "A regular expression is very slow for some strings."
    ) { card in
        card.inputs.flatMap { part in
            (part.json["validation"]?.array ?? []).enumerated().compactMap { index, rule -> Note? in
                guard rule["rule"] == "regexp", let pattern = rule["value"]?.string,
                    RepetitionScanner.nestsRepetition(pattern)
                else { return nil }
                return Note(
                    "\(part.pointer)/validation/\(index)/value", "a repetition inside a repetition can be very slow",
                    "Use a single repetition: a+ matches the same strings as (a+)+.")
            }
        }
    }
}

/// Finds unbounded repetitions of groups that contain unbounded repetitions: `(a+)+`. Backtracking on such patterns can
/// take exponential time.
enum RepetitionScanner {
    static func nestsRepetition(_ pattern: String) -> Bool {
        var groups: [Bool] = [false]
        var isInClass = false
        let characters = Array(pattern)
        var index = 0
        while index < characters.count {
            let character = characters[index]
            index += 1
            if character == "\\" {
                index += 1
            } else if isInClass {
                if character == "]" { isInClass = false }
            } else if character == "[" {
                isInClass = true
            } else if character == "(" {
                groups.append(false)
            } else if character == ")" {
                let repeats = groups.count > 1 ? groups.removeLast() : groups[0]
                let isRepeated = isUnbounded(characters, at: index)
                if repeats && isRepeated { return true }
                groups[groups.count - 1] = groups[groups.count - 1] || repeats
            } else if isUnbounded(characters, at: index - 1) {
                groups[groups.count - 1] = true
            }
        }
        return false
    }

    /// Whether `*`, `+` or `{n,}` is at this index.
    private static func isUnbounded(_ characters: [Character], at index: Int) -> Bool {
        guard index < characters.count else { return false }
        if characters[index] == "*" || characters[index] == "+" { return true }
        guard characters[index] == "{", let end = characters[index...].firstIndex(of: "}") else { return false }
        return characters[end - 1] == ","
    }
}
