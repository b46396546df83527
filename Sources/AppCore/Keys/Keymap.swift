package import Canvas

/// Maps keys to commands in each layer. A value type, so that a user's key file can be merged over the standard keymap.
package struct Keymap: Equatable, Sendable {
    private var layers: [KeyLayer: Layer]

    private struct Layer: Equatable, Sendable {
        private(set) var commands: [[KeyChord]: Command] = [:]
        /// The keys of each command, in the order in which they were bound.
        private(set) var keys: [Command: [[KeyChord]]] = [:]
        /// All proper prefixes of the bound sequences.
        private(set) var prefixes: Set<[KeyChord]> = []
        /// The bound sequences in the order in which they were bound. Help and hints show the first one first.
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

    /// The result of looking up a sequence of keys.
    package enum Resolution: Equatable, Sendable {
        case command(Command)
        /// The keys are the beginning of a longer sequence: wait for the next key.
        case prefix
        case unbound
    }

    package init() { layers = [:] }

    /// The default keys of ``Command/table``.
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

    /// Binds keys to a command, or removes the binding if the command is nil. A shorter binding that is a prefix of
    /// `keys` takes precedence until it is removed.
    package mutating func bind(_ keys: [KeyChord], to command: Command?, in layer: KeyLayer) {
        guard !keys.isEmpty else { return }
        layers[layer, default: Layer()].bind(keys, to: command)
    }

    /// Looks keys up in a layer and its outer layers. The innermost layer that binds the keys, or has a longer sequence
    /// that begins with them, decides. If no layer binds the last key, it is looked up as the key that terminals
    /// without that distinction report: Shift-Backspace as Backspace.
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

    /// The command that is bound to exactly these keys in exactly this layer.
    package func command(for keys: [KeyChord], in layer: KeyLayer) -> Command? { layers[layer]?.commands[keys] }

    /// Whether this layer itself binds the key or a sequence that begins with it.
    func binds(_ key: KeyChord, in layer: KeyLayer) -> Bool {
        guard let bindings = layers[layer] else { return false }
        return bindings.commands[[key]] != nil || bindings.prefixes.contains([key])
    }

    /// The continuations of a prefix of sequences, in the order in which they were bound.
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

    /// The keys that are bound to a command in exactly this layer, in the order in which they were bound.
    package func keys(for command: Command, in layer: KeyLayer) -> [[KeyChord]] {
        layers[layer]?.keys[command] ?? []
    }

    /// The first keys of a command in the first layer that binds it, as text; the command's name if no layer does.
    package func keyText(for command: Command) -> String { key(for: command) ?? command.name }

    /// The first keys of a command in the first layer that binds it, as text; nil if no layer does.
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
