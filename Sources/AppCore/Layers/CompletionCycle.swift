/// The completions that a key inserts into a text field, one after the other.
struct CompletionCycle: Equatable, Sendable {
    private var texts: [String] = []
    /// The index of the completion that is in the text field.
    private var shown = 0

    /// The next completion for a line; nil if there is none. If the line is a completion itself, the one after it.
    /// - Parameter completions: Returns the completions of a typed line.
    mutating func next(for line: String, of completions: (String) -> [String]) -> String? {
        if texts.count > 1, texts[shown] == line {
            shown = (shown + 1) % texts.count
        } else {
            texts = completions(line)
            shown = 0
        }
        return texts.indices.contains(shown) ? texts[shown] : nil
    }
}
