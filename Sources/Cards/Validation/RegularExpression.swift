internal import CPCRE

/// A regular expression from a card: written by a stranger, so matched within limits.
///
/// The syntax is that of PCRE2 with Unicode classes, and `\u0041` as in JavaScript.
struct RegularExpression: ~Copyable {
    enum Outcome: Hashable {
        case matches, differs
        /// The limits were reached before it was clear.
        case gaveUp
    }

    /// The longest text that is looked at, in bytes of UTF-8.
    static let longestText = 65_536
    /// Steps of the matcher; a step may look at the whole text, so longer texts get fewer. Together about 0.1 s.
    static let mostSteps = 100_000
    static let mostWork = 100_000_000

    private let pattern: OpaquePointer

    /// Nil when it is no regular expression.
    init?(_ source: String) {
        guard let pattern = cpcre_compile(source, source.utf8.count) else { return nil }
        self.pattern = pattern
    }

    deinit { cpcre_free(pattern) }

    static func isValid(_ source: String) -> Bool {
        guard let _ = RegularExpression(source) else { return false }
        return true
    }

    /// Whether it matches all of a text, not a part of it.
    func matchWhole(_ text: String) -> Outcome {
        let count = text.utf8.count
        guard count <= Self.longestText else { return .gaveUp }
        let steps = UInt32(min(Self.mostSteps, Self.mostWork / max(1, count)))
        return switch cpcre_match_whole(pattern, text, count, steps) {
        case 1: .matches
        case 0: .differs
        default: .gaveUp
        }
    }
}
