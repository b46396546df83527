public import struct Foundation.Date

/// Checks a card while it is being written: whether a server would take it, and whether it makes sense to the person
/// who gets it. ``CardValidation`` alone decides what may be published; the rest is advice.
public enum CardLint {
    /// Everything to say about a card, in the order of its text; empty when it is fine.
    /// - Parameters:
    ///   - json: The card as it was written.
    ///   - now: For times that have passed.
    ///   - columns: How many columns of a terminal one line of text takes; without it every character is taken for one
    ///     column, which is wrong for wide ones and for those without a width.
    public static func findings(
        in json: JSONValue, now: Date, columns: @escaping @Sendable (String) -> Int = { $0.count }
    ) -> [LintFinding] {
        let invalid = CardValidation.problems(in: json).map { problem in
            LintFinding(
                rule: invalidCard.name, severity: .error, pointer: problem.pointer,
                message: "expected \(problem.expected), found \(problem.found)", advice: problem.hint)
        }
        let advice = advice(in: json, now: now, columns: columns)
        // What is wrong already needs no advice about the same value.
        let places = Set(invalid.map(\.pointer))
        return invalid + advice.filter { !places.contains($0.pointer) }
    }

    /// The warnings alone, of a card that is known to be valid.
    package static func advice(
        in json: JSONValue, now: Date, columns: @escaping @Sendable (String) -> Int
    ) -> [LintFinding] {
        let card = LintCard(json, now: now, columns: columns)
        return all.flatMap { rule in
            rule.check(card).map { note in
                LintFinding(
                    rule: rule.name, severity: .warning, pointer: note.pointer, message: note.message,
                    advice: note.advice)
            }
        }
    }

    /// Every rule, for lists and for switching some off.
    public static var rules: [(name: String, about: String)] {
        ([invalidCard] + all).map { ($0.name, $0.about) }
    }

    /// The one rule whose findings are errors; its check is ``CardValidation``.
    static let invalidCard = LintRule("invalid-card", "The card is not what the schema and the format's rules allow.") {
        _ in []
    }

    static let all: [LintRule] =
        LintRule.structure + LintRule.references + LintRule.texts + LintRule.links + LintRule.times
        + LintRule.actions + LintRule.inputs + LintRule.spelling
}

/// Something to mend in a card, for the person who writes it.
public struct LintFinding: Hashable, Sendable, CustomStringConvertible {
    /// The rule's name, for example `unreachable-subview`.
    public var rule: String
    /// How bad it is.
    public var severity: Severity
    /// A JSON pointer (RFC 6901) to the value; empty for the whole card.
    public var pointer: String
    /// What is wrong. It may quote the card, so sanitise before showing.
    public var message: String
    /// What to do, where that is not plain from the message.
    public var advice: String?

    /// How bad a finding is.
    public enum Severity: String, Hashable, Sendable, CaseIterable {
        /// No server takes the card.
        case error
        /// The card can be published, but somebody will stumble over it.
        case warning
    }

    /// See the properties.
    public init(rule: String, severity: Severity, pointer: String, message: String, advice: String? = nil) {
        self.rule = rule
        self.severity = severity
        self.pointer = pointer
        self.message = message
        self.advice = advice
    }

    public var description: String {
        let place = pointer.isEmpty ? "the card" : pointer
        return "\(place): \(message)" + (advice.map { ". \($0)" } ?? "") + " [\(rule)]"
    }
}

/// One thing that ``CardLint`` looks for.
struct LintRule: Sendable {
    /// What a rule has to say about one place.
    struct Note {
        var pointer: String
        var message: String
        var advice: String?

        init(_ pointer: String, _ message: String, _ advice: String? = nil) {
            self.pointer = pointer
            self.message = message
            self.advice = advice
        }
    }

    let name: String
    /// One sentence for the list of rules.
    let about: String
    let check: @Sendable (LintCard) -> [Note]

    init(_ name: String, _ about: String, check: @escaping @Sendable (LintCard) -> [Note]) {
        self.name = name
        self.about = about
        self.check = check
    }
}
