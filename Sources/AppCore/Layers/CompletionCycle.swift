/// The texts that a key puts into a line, one after the other.
struct CompletionCycle: Equatable, Sendable {
    private var texts: [String] = []
    /// Which of them stands in the line.
    private var shown = 0

    /// The next text for a line; nil for none. Where one of the texts stands there, the one after it.
    /// - Parameter completions: What a line that was typed can become.
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
