/// An editable text of one or more lines. Positions count grapheme clusters.
package struct TextField: Sendable {
    package private(set) var text: String
    /// The position at which typing inserts: the number of characters before it.
    package private(set) var caret: Int
    /// Whether the whole text is selected: typing and deleting replace it, and moving deselects it.
    package private(set) var isSelected = false
    private var history = EditHistory()

    package init(_ text: String = "", caret: Int? = nil) {
        self.text = text
        let count = text.count
        self.caret = min(max(0, caret ?? count), count)
    }

    package var count: Int { text.count }

    // MARK: Changing

    /// Inserts typed or pasted text. A combining mark may merge with the character before it, so the cursor is computed
    /// from the end.
    package mutating func insert(_ typed: String) {
        let isTyping = typed.count == 1
        if isSelected, !typed.isEmpty { deleteAll() }
        history.record(text, caret: caret, before: isTyping ? .typing : .other)
        let after = text[caretIndex...].count
        text.insert(contentsOf: typed, at: caretIndex)
        caret = max(0, text.count - after)
        // One undo reverts one word.
        if isTyping, typed.allSatisfy(\.isWhitespace) { history.endStep() }
    }

    /// Selects the whole text, with the cursor at its end, so that typing replaces it.
    package mutating func selectAll() {
        move(to: count)
        isSelected = !text.isEmpty
    }

    private mutating func deleteAll() {
        isSelected = false
        delete(.other, from: 0, to: count)
    }

    /// Replaces the whole text, for example with the result of an editor program. The cursor moves to the end.
    package mutating func replaceAll(with other: String) {
        isSelected = false
        guard other != text else { return }
        history.record(text, caret: caret, before: .other)
        text = other
        caret = other.count
    }

    /// Replaces line breaks with spaces.
    mutating func joinLines() {
        guard text.contains(where: \.isNewline) else { return }
        text = String(text.map { $0.isNewline ? " " : $0 })
        caret = min(caret, text.count)
    }

    package mutating func deleteBackward() { delete(.deleting, from: max(0, caret - 1), to: caret) }
    package mutating func deleteForward() { delete(.deleting, from: caret, to: min(count, caret + 1)) }
    /// Deletes spaces before the caret, then the word before them.
    package mutating func deleteWordBackward() { delete(.other, from: positionBefore(\.isWhitespace), to: caret) }
    package mutating func deleteWordForward() { delete(.other, from: caret, to: wordEnd) }
    package mutating func deleteToStart() { delete(.other, from: lineStart, to: caret) }
    package mutating func deleteToEnd() { delete(.other, from: caret, to: lineEnd) }

    /// Undoes the last change. Returns false when there is none.
    @discardableResult
    package mutating func undo() -> Bool {
        isSelected = false
        guard let step = history.undo() else { return false }
        text = step.text
        caret = min(step.caret, text.count)
        return true
    }

    private mutating func delete(_ change: EditHistory.Change, from start: Int, to end: Int) {
        if isSelected { return deleteAll() }
        guard start < end else { return }
        history.record(text, caret: caret, before: change)
        text.removeSubrange(index(start)..<index(end))
        caret = start
    }

    // MARK: Moving

    package mutating func moveLeft() { move(to: caret - 1) }
    package mutating func moveRight() { move(to: caret + 1) }
    /// Moves to the start of the line.
    package mutating func moveToStart() { move(to: lineStart) }
    package mutating func moveToEnd() { move(to: lineEnd) }
    /// Words consist of letters and digits here, as in readline, whereas ``deleteWordBackward()`` uses whitespace as
    /// the only boundary.
    package mutating func moveWordLeft() { move(to: positionBefore { !($0.isLetter || $0.isNumber) }) }
    package mutating func moveWordRight() { move(to: wordEnd) }

    /// Moves up (-1) or down (1) by one line, to the same column or the end of the line. Returns false when there is no
    /// such line.
    package mutating func moveLine(_ direction: Int) -> Bool {
        let column = caret - lineStart
        if direction < 0 {
            guard lineStart > 0 else { return false }
            let end = lineStart - 1
            move(to: end)
            move(to: min(lineStart + column, end))
        } else {
            guard lineEnd < count else { return false }
            move(to: lineEnd + 1)
            move(to: min(caret + column, lineEnd))
        }
        return true
    }

    private mutating func move(to position: Int) {
        isSelected = false
        caret = max(0, min(count, position))
        history.endStep()
    }

    // MARK: Positions

    private var caretIndex: String.Index { index(caret) }

    private func index(_ position: Int) -> String.Index { text.index(text.startIndex, offsetBy: position) }

    private var lineStart: Int {
        caret - text[..<caretIndex].reversed().prefix { !$0.isNewline }.count
    }

    private var lineEnd: Int { caret + text[caretIndex...].prefix { !$0.isNewline }.count }

    private var wordEnd: Int {
        let rest = text[caretIndex...]
        let word = rest.drop { !($0.isLetter || $0.isNumber) }.drop { $0.isLetter || $0.isNumber }
        return count - word.count
    }

    /// The start of the word before the caret.
    private func positionBefore(_ isGap: (Character) -> Bool) -> Int {
        text[..<caretIndex].reversed().drop(while: isGap).drop { !isGap($0) }.count
    }
}

/// The undo history does not count in comparisons.
extension TextField: Hashable {
    package static func == (left: TextField, right: TextField) -> Bool {
        left.caret == right.caret && left.isSelected == right.isSelected && left.text == right.text
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(text)
        hasher.combine(caret)
    }
}
