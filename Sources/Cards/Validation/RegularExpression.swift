internal import CPCRE

/// A regular expression from a card. It is untrusted, so it is matched within limits.
///
/// The syntax is PCRE2 with Unicode classes, plus `\u0041` as in JavaScript.
struct RegularExpression: ~Copyable {
    enum Outcome: Hashable {
        case matches, differs
        /// The limits were reached before the result was known.
        case gaveUp
    }

    /// The maximum length of a text to match, in bytes of UTF-8.
    static let longestText = 65_536
    /// The maximum number of matching steps, and the maximum of steps times bytes of text. A step may examine the whole
    /// text, so longer texts get fewer steps; a match takes about 0.1 s at most.
    static let maxSteps = 100_000
    static let maxWork = 100_000_000

    private let pattern: OpaquePointer

    /// Nil if the text is not a regular expression.
    init?(_ source: String) {
        guard let pattern = cpcre_compile(source, source.utf8.count) else { return nil }
        self.pattern = pattern
    }

    deinit { cpcre_free(pattern) }

    static func isValid(_ source: String) -> Bool {
        guard let _ = RegularExpression(source) else { return false }
        return true
    }

    /// Whether the expression matches the whole text.
    func matchWhole(_ text: String) -> Outcome {
        let count = text.utf8.count
        guard count <= Self.longestText else { return .gaveUp }
        let steps = UInt32(min(Self.maxSteps, Self.maxWork / max(1, count)))
        return switch cpcre_match_whole(pattern, text, count, steps) {
        case 1: .matches
        case 0: .differs
        default: .gaveUp
        }
    }
}
