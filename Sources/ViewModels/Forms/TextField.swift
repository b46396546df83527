/// A line or more of text being edited. Positions are in characters as a reader counts them.
package struct TextField: Hashable, Sendable {
    package private(set) var text: String
    /// Where typing inserts: so many characters are before it.
    package private(set) var caret: Int

    package init(_ text: String = "", caret: Int? = nil) {
        self.text = text
        let count = text.count
        self.caret = min(max(0, caret ?? count), count)
    }

    package var count: Int { text.count }

    private var caretIndex: String.Index { text.index(text.startIndex, offsetBy: caret) }

    /// Inserts what was typed or pasted. Combining marks may join the character before: the caret follows.
    package mutating func insert(_ typed: String) {
        let after = text[caretIndex...].count
        text.insert(contentsOf: typed, at: caretIndex)
        caret = max(0, text.count - after)
    }

    package mutating func deleteBackward() {
        guard caret > 0 else { return }
        let end = caretIndex
        text.removeSubrange(text.index(before: end)..<end)
        caret -= 1
    }

    package mutating func deleteForward() {
        let start = caretIndex
        guard start < text.endIndex else { return }
        text.removeSubrange(start..<text.index(after: start))
    }

    /// Deletes spaces before the caret, then the word before them.
    package mutating func deleteWordBackward() {
        var start = caretIndex
        while start > text.startIndex, text[text.index(before: start)].isWhitespace {
            start = text.index(before: start)
        }
        while start > text.startIndex, !text[text.index(before: start)].isWhitespace {
            start = text.index(before: start)
        }
        let removed = text[start..<caretIndex].count
        text.removeSubrange(start..<caretIndex)
        caret -= removed
    }

    package mutating func deleteToStart() {
        text.removeSubrange(..<caretIndex)
        caret = 0
    }

    package mutating func deleteToEnd() { text.removeSubrange(caretIndex...) }

    package mutating func moveLeft() { caret = max(0, caret - 1) }
    package mutating func moveRight() { caret = min(count, caret + 1) }
    package mutating func moveToStart() { caret = 0 }
    package mutating func moveToEnd() { caret = count }
}
