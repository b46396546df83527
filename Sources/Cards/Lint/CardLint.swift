package import struct Foundation.Date

/// Checks a card while it is being written: whether a server would accept it, and whether it makes sense to its reader.
/// ``CardValidation`` alone decides what may be published; other findings are advice.
package enum CardLint {
    /// All findings of a card in the order of its text; empty if there are none.
    /// - Parameters:
    ///   - json: The card as written.
    ///   - now: The current time, for rules about times.
    ///   - columns: The number of terminal columns of a line of text; by default one per character, which is wrong for
    ///     wide characters and combining marks.
    package static func findings(
        in json: JSONValue, now: Date, columns: @escaping @Sendable (String) -> Int = { $0.count }
    ) -> [LintFinding] {
        let invalid = CardValidation.problems(in: json).map { problem in
            LintFinding(
                rule: invalidCard.name, severity: .error, pointer: problem.pointer,
                message: "expected \(problem.expected), found \(problem.found)", advice: problem.hint)
        }
        let advice = advice(in: json, now: now, columns: columns)
        // An invalid value needs no further advice.
        let places = Set(invalid.map(\.pointer))
        return invalid + advice.filter { !places.contains($0.pointer) }
    }

    /// The findings about members with unknown names, outside of invalid values. They often explain why another member
    /// is missing.
    package static func unknownMembers(in json: JSONValue, now: Date) -> [LintFinding] {
        findings(in: json, now: now).filter { $0.rule == LintRule.unknownMember.name }
    }

    /// Only the warnings, for a card that is known to be valid.
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

    /// All rules, for listing them and for disabling some.
    package static var rules: [(name: String, about: String)] {
        ([invalidCard] + all).map { ($0.name, $0.about) }
    }

    /// The only rule whose findings are errors; ``CardValidation`` implements it.
    static let invalidCard = LintRule(
        "invalid-card", "The card does not match the schema, or breaks a rule of the format."
    ) {
        _ in []
    }

    static let all: [LintRule] =
        LintRule.structure + LintRule.references + LintRule.texts + LintRule.links + LintRule.times
        + LintRule.actions + LintRule.inputs + LintRule.spelling
}

/// A finding about a card, for its author.
package struct LintFinding: Hashable, Sendable, CustomStringConvertible {
    /// The rule's name, for example `unreachable-subview`.
    package var rule: String
    /// The severity.
    package var severity: Severity
    /// A JSON pointer (RFC 6901) to the value; empty for the whole card.
    package var pointer: String
    /// What is wrong. It may quote the card; sanitise it before display.
    package var message: String
    /// How to fix it, if that is not obvious from the message.
    package var advice: String?

    /// The severity of a finding.
    package enum Severity: String, Hashable, Sendable, CaseIterable {
        /// Servers refuse the card.
        case error
        /// The card can be published, but will confuse its readers.
        case warning
    }

    /// Creates an instance with these properties.
    package init(rule: String, severity: Severity, pointer: String, message: String, advice: String? = nil) {
        self.rule = rule
        self.severity = severity
        self.pointer = pointer
        self.message = message
        self.advice = advice
    }

    package var description: String {
        let place = pointer.isEmpty ? "the card" : pointer
        return "\(place): \(message)" + (advice.map { ". \($0)" } ?? "") + " [\(rule)]"
    }
}

/// A rule of ``CardLint``.
struct LintRule: Sendable {
    /// A rule's finding at one place.
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
