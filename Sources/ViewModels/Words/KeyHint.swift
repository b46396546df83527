/// One key and what it does, for the hint line at the bottom.
package struct KeyHint: Hashable, Sendable {
    package var command: Command
    package var key: String
    package var word: String

    package init(command: Command, key: String, word: String) {
        self.command = command
        self.key = key
        self.word = word
    }

    /// The hints for the layer the keys go to, most useful first: commands that have a hint word, a key there, and
    /// can be used now.
    package static func all(for state: AppState) -> [KeyHint] {
        candidates(in: state.keyLayer, keymap: state.keymap).filter { $0.isAvailable(in: state) }
    }

    /// The hints of a layer whether they can be used now or not. Depends on nothing else, so drawing keeps it.
    package static func candidates(in layer: KeyLayer, keymap: Keymap) -> [KeyHint] {
        let isField = layer.isField || layer == .choice
        return (isField ? Command.fieldHinted : Command.hinted).compactMap { entry in
            guard let word = isField ? entry.fieldHint : entry.hint,
                let keys = layer.lookupOrder.lazy.compactMap({ keymap.keys(for: entry.command, in: $0).first }).first
            else { return nil }
            return KeyHint(command: entry.command, key: KeySequence.text(keys), word: word)
        }
    }

    package func isAvailable(in state: AppState) -> Bool { command.availability(in: state).isEnabled }
}
