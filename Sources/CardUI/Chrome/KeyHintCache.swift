internal import AppCore
internal import Canvas

/// The names of keys as shown on screen. Kept from frame to frame, because computing them takes as long as drawing.
struct KeyHintCache {
    private var keymap: Keymap?
    private var hintsByLayer: [KeyLayer: [Hint]] = [:]
    private(set) var labels = KeyLabels.none
    /// The hints of the layer, available or not.
    private(set) var hints: [Hint] = []

    /// A hint with the widths of its texts.
    struct Hint {
        let hint: KeyHint
        let key: SafeText
        let word: SafeText
        /// The columns of the key and the word, including the blank between them.
        let columns: Int
        let keyColumns: Int

        init(_ hint: KeyHint) {
            self.hint = hint
            key = SafeText(hint.key)
            word = SafeText(hint.word)
            keyColumns = TextLayout.width(of: key)
            columns = keyColumns + 1 + TextLayout.width(of: word)
        }
    }

    mutating func update(_ keymap: Keymap, layer: KeyLayer) {
        // Keymaps that were not changed share their storage, so this comparison is one of addresses.
        if self.keymap != keymap {
            self.keymap = keymap
            labels = KeyLabels(keymap)
            hintsByLayer = [:]
        }
        if let known = hintsByLayer[layer] {
            hints = known
        } else {
            hints = KeyHint.candidates(in: layer, keymap: keymap).map(Hint.init)
            hintsByLayer[layer] = hints
        }
    }
}
