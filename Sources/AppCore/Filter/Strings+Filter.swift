/// Texts for filtering cards and jumping to elements.
extension Strings {
    package enum Jump {
        package static let nothing = "No button or field in view"
        package static func noLabel(_ text: String) -> String { "No button or field has the letter “\(text)”" }
    }

    package enum Filter {
        package static let hint =
            "words, is:, has:, priority:, template:, category:, expires:, var.NAME: (put - before a term to exclude it)"
        package static func found(_ cards: Int, isPartial: Bool) -> String {
            "\(cards == 1 ? "1 card" : "\(cards) cards")\(isPartial ? " …" : "")"
        }
        package static func unfinished(_ word: String, _ completed: String, key: String) -> String {
            "\(key) completes \(word) to \(completed)"
        }
        package static func nothing(_ text: String) -> String { "No card matches “\(text)”" }
        package static let nothingConfigured = "No card matches this container's filters"
        package static let looking = "Searching…"
        package static func wayBack(key: String) -> String { "\(key) shows all cards" }
    }
}
