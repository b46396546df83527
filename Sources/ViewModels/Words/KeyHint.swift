/// One key and what it does, for the hint line at the bottom.
package struct KeyHint: Hashable, Sendable {
    package var key: String
    package var word: String

    package init(key: String, word: String) {
        self.key = key
        self.word = word
    }

    /// The hints for the layer the keys go to, most useful first: commands that have a hint word, a key there, and
    /// can be used now.
    package static func all(for state: AppState) -> [KeyHint] {
        let layers = state.keyLayer.lookupOrder
        return Command.hinted.compactMap { entry in
            guard let word = entry.hint,
                let keys = layers.lazy.compactMap({ state.keymap.keys(for: entry.command, in: $0).first }).first,
                entry.command.availability(in: state).isEnabled
            else { return nil }
            return KeyHint(key: KeySequence.text(keys), word: word)
        }
    }
}
