/// What a text was before its last changes, for undoing them. Bounded in steps and in size.
struct EditHistory: Sendable {
    /// The kind of change that follows; typing on is one step with the typing before.
    enum Change: Hashable, Sendable { case typing, deleting, other }

    private static let mostSteps = 100
    /// In bytes, of all steps together.
    private static let mostBytes = 1 << 20

    private var steps: [(text: String, caret: Int)] = []
    private var bytes = 0
    private var last: Change?

    /// Notes how the text is before a change.
    mutating func record(_ text: String, caret: Int, before change: Change) {
        defer { last = change }
        if change != .other, change == last, !steps.isEmpty { return }
        steps.append((text, caret))
        bytes += text.utf8.count
        // The last change can be undone however long the text is.
        while steps.count > 1, steps.count > Self.mostSteps || bytes > Self.mostBytes {
            bytes -= steps.removeFirst().text.utf8.count
        }
    }

    /// What comes next is a step of its own: the caret moved, or a word ended.
    mutating func endStep() { last = nil }

    mutating func undo() -> (text: String, caret: Int)? {
        last = nil
        guard let step = steps.popLast() else { return nil }
        bytes -= step.text.utf8.count
        return step
    }
}
