extension Card.Input {
    /// The values that the rules allow, in words for an empty field: "from 1 to 10", "2027-01-01 or later". Nil if no
    /// rule limits numbers, days or the number of checked boxes.
    package var range: String? {
        switch kind.entry {
        case .number:
            Self.range(
                bound { if case .minimum(let bound) = $0 { "\(bound)" } else { nil } },
                bound { if case .maximum(let bound) = $0 { "\(bound)" } else { nil } }, ("or more", "or less"))
        case .day:
            Self.range(
                bound { if case .minimumDate(let bound) = $0 { bound.dayOrTimestamp } else { nil } },
                bound { if case .maximumDate(let bound) = $0 { bound.dayOrTimestamp } else { nil } },
                ("or later", "or earlier"))
        case .several:
            Self.range(
                bound { if case .minChecked(let count) = $0 { "\(count)" } else { nil } },
                bound { if case .maxChecked(let count) = $0 { "\(count)" } else { nil } }, ("or more", "or less"))
        case .text, .toggle, .steps, .one, .file: nil
        }
    }

    private func bound(_ text: (Card.ValidationRule.Rule) -> String?) -> String? {
        validation.compactMap { text($0.rule) }.first
    }

    private static func range(_ low: String?, _ high: String?, _ words: (low: String, high: String)) -> String? {
        switch (low, high) {
        case (let low?, let high?): low == high ? low : "from \(low) to \(high)"
        case (let low?, nil): "\(low) \(words.low)"
        case (nil, let high?): "\(high) \(words.high)"
        case (nil, nil): nil
        }
    }
}
