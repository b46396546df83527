package import Canvas

/// Which keys mean which command in which layer. Plain data, so that a user's key file can be merged over the
/// standard one.
package struct Keymap: Equatable, Sendable {
    private var layers: [KeyLayer: Layer]

    private struct Layer: Equatable, Sendable {
        private(set) var commands: [[KeyChord]: Command] = [:]
        /// The keys of each command, first bound first.
        private(set) var keys: [Command: [[KeyChord]]] = [:]
        /// Every proper beginning of a sequence.
        private(set) var prefixes: Set<[KeyChord]> = []
        /// Sequences in the order they were bound; what help and hints show first is what was bound first.
        private(set) var order: [[KeyChord]] = []

        mutating func bind(_ keys: [KeyChord], to command: Command?) {
            if let old = commands[keys] {
                order.removeAll { $0 == keys }
                self.keys[old]?.removeAll { $0 == keys }
            }
            commands[keys] = command
            if let command {
                order.append(keys)
                self.keys[command, default: []].append(keys)
                for count in 1..<keys.count { prefixes.insert(Array(keys.prefix(count))) }
            } else if keys.count > 1 {
                prefixes = Set(order.flatMap { keys in (1..<keys.count).map { Array(keys.prefix($0)) } })
            }
        }
    }

    /// What a row of pressed keys comes to.
    package enum Resolution: Equatable, Sendable {
        case command(Command)
        /// The beginning of a longer sequence: wait for the next key.
        case prefix
        case unbound
    }

    package init() { layers = [:] }

    /// The keys of ``Command/table``.
    package static let standard: Keymap = {
        var keymap = Keymap()
        for entry in Command.table {
            for (layer, notations) in entry.keys {
                for notation in notations {
                    guard let keys = KeySequence.parse(notation) else { continue }
                    keymap.bind(keys, to: entry.command, in: layer)
                }
            }
        }
        return keymap
    }()

    /// Binds keys to a command, or with nil frees them. A shorter binding that is a beginning of `keys` wins over
    /// them until it is freed.
    package mutating func bind(_ keys: [KeyChord], to command: Command?, in layer: KeyLayer) {
        guard !keys.isEmpty else { return }
        layers[layer, default: Layer()].bind(keys, to: command)
    }

    /// Looks keys up in a layer and those around it. The innermost layer that knows the keys, or has a longer
    /// sequence that begins with them, decides. A last key that no layer knows means what it means in terminals that cannot
    /// tell it apart: Shift-Backspace is Backspace.
    package func resolve(_ keys: [KeyChord], in layer: KeyLayer) -> Resolution {
        let resolution = lookUp(keys, in: layer)
        guard resolution == .unbound, let classic = keys.last?.classic else { return resolution }
        return lookUp(keys.dropLast() + [classic], in: layer)
    }

    private func lookUp(_ keys: [KeyChord], in layer: KeyLayer) -> Resolution {
        for layer in layer.lookupOrder {
            guard let bindings = layers[layer] else { continue }
            if let command = bindings.commands[keys] { return .command(command) }
            if bindings.prefixes.contains(keys) { return .prefix }
        }
        return .unbound
    }

    /// What these very keys mean in exactly this layer.
    package func command(for keys: [KeyChord], in layer: KeyLayer) -> Command? { layers[layer]?.commands[keys] }

    /// Whether a key means something, or begins a sequence, in exactly this layer.
    func binds(_ key: KeyChord, in layer: KeyLayer) -> Bool {
        guard let bindings = layers[layer] else { return false }
        return bindings.commands[[key]] != nil || bindings.prefixes.contains([key])
    }

    /// What may follow keys that are the beginning of sequences, first bound first.
    package func continuations(of keys: [KeyChord], in layer: KeyLayer) -> [(keys: [KeyChord], command: Command)] {
        for layer in layer.lookupOrder {
            guard let bindings = layers[layer], bindings.prefixes.contains(keys) else { continue }
            return bindings.order.compactMap { bound in
                guard bound.count > keys.count, bound.starts(with: keys), let command = bindings.commands[bound] else {
                    return nil
                }
                return (Array(bound.dropFirst(keys.count)), command)
            }
        }
        return []
    }

    /// The keys bound to a command in exactly this layer, first bound first.
    package func keys(for command: Command, in layer: KeyLayer) -> [[KeyChord]] {
        layers[layer]?.keys[command] ?? []
    }

    /// The first key of a command in the first layer that binds it, as text; the command's name when none does.
    package func keyText(for command: Command) -> String { key(for: command) ?? command.name }

    /// The first key of a command in the first layer that binds it, as text; nil when none does.
    package func key(for command: Command) -> String? {
        for (layer, _) in command.entry.keys {
            if let keys = keys(for: command, in: layer).first { return KeySequence.text(keys) }
        }
        for layer in KeyLayer.allCases {
            if let keys = keys(for: command, in: layer).first { return KeySequence.text(keys) }
        }
        return nil
    }
}
