/// One key and what it does, for the hint line at the bottom.
package struct KeyHint: Hashable, Sendable {
    package var key: String
    package var word: String

    package init(key: String, word: String) {
        self.key = key
        self.word = word
    }
}
