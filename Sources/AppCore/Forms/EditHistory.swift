/// Earlier states of a text, for undo. Limited in number and in total size.
struct EditHistory: Sendable {
    /// The kind of change. Consecutive changes of the same kind, other than `other`, form one undo step.
    enum Change: Hashable, Sendable { case typing, deleting, other }

    private static let maxSteps = 100
    /// In bytes, for all steps together.
    private static let maxBytes = 1 << 20

    private var steps: [(text: String, caret: Int)] = []
    private var bytes = 0
    private var last: Change?

    /// Records the text before a change.
    mutating func record(_ text: String, caret: Int, before change: Change) {
        defer { last = change }
        if change != .other, change == last, !steps.isEmpty { return }
        steps.append((text, caret))
        bytes += text.utf8.count
        // The last change can always be undone, even if the text exceeds the limit.
        while steps.count > 1, steps.count > Self.maxSteps || bytes > Self.maxBytes {
            bytes -= steps.removeFirst().text.utf8.count
        }
    }

    /// Ends the current undo step, because the cursor moved or a word ended.
    mutating func endStep() { last = nil }

    mutating func undo() -> (text: String, caret: Int)? {
        last = nil
        guard let step = steps.popLast() else { return nil }
        bytes -= step.text.utf8.count
        return step
    }
}
