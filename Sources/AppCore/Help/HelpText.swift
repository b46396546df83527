/// The content of the help, also as Markdown, generated from the command table and the active keymap.
package enum HelpText {
    package enum Row: Hashable, Sendable {
        case heading(String)
        /// Keys of the same command, joined by spaces.
        case key(String, help: String)
        case blank
    }

    /// The rows of the help. The keys of a command are joined by spaces; the nine button keys are one row.
    package static func rows(for keymap: Keymap) -> [Row] {
        var rows: [Row] = []
        for group in Command.Group.allCases {
            let bound = bound(in: keymap).filter { $0.entry.group == group }
            guard !bound.isEmpty else { continue }
            if !rows.isEmpty { rows.append(.blank) }
            rows.append(.heading(group.rawValue))
            rows += bound.map { .key($0.keys, help: $0.help) }
        }
        return rows
    }

    /// A Markdown table for each group, for documentation.
    package static func markdown(for keymap: Keymap) -> String {
        var lines: [String] = []
        for row in rows(for: keymap) {
            switch row {
            case .heading(let title): lines += ["| \(title) | |", "|---|---|"]
            case .key(let keys, let help):
                let keys = keys.split(separator: " ").map { "`\($0)`" }.joined(separator: " ")
                lines.append("| \(keys.replacing("|", with: "\\|")) | \(help) |")
            case .blank: lines.append("")
            }
        }
        return lines.joined(separator: "\n")
    }

    /// The commands that have keys, in the order of the help. The first of several numbered commands stands for all of
    /// them.
    /// - Parameters:
    ///   - screens: The number of screens.
    ///   - layer: The layer whose keys are listed; see ``keys(of:in:here:)``.
    static func bound(
        in keymap: Keymap, screens: Int = 9, here layer: KeyLayer? = nil
    ) -> [(entry: Command.Entry, keys: String, help: String)] {
        Command.table.compactMap { entry in
            switch entry.command {
            case .pressButton(1): return (entry, "1-9", Strings.Help.pressButton)
            case .menuItem(1): return (entry, "1-9", Strings.Help.menuItem)
            case .showScreen(1):
                let keys = screenKeys(in: keymap, count: min(screens, 9))
                return keys.isEmpty ? nil : (entry, keys, Strings.Help.screens)
            case .pressButton, .menuItem, .showScreen: return nil
            default: break
            }
            let keys = keys(of: entry, in: keymap, here: layer)
            return keys.isEmpty ? nil : (entry, keys, entry.help)
        }
    }

    /// The keys of the first and the last screen.
    private static func screenKeys(in keymap: Keymap, count: Int) -> String {
        let keys = (1...max(1, count)).compactMap { keymap.key(for: .showScreen($0)) }
        guard let first = keys.first, let last = keys.last, keys.count > 1 else { return keys.first ?? "" }
        return "\(first)…\(last)"
    }

    /// The keys of a command that are active in a layer, joined by spaces; at most two.
    static func keys(of command: Command, in layer: KeyLayer, of keymap: Keymap) -> String {
        let keys = layer.lookupOrder.lazy.map { keymap.keys(for: command, in: $0) }.first { !$0.isEmpty } ?? []
        return keys.prefix(2).map(KeySequence.text).joined(separator: " ")
    }

    /// The keys of a command, joined by spaces.
    ///
    /// - Parameter layer: The current layer: only keys that run the command there are listed. If there are none, or the
    ///   layer is nil, the keys of all layers are listed.
    static func keys(of entry: Command.Entry, in keymap: Keymap, here layer: KeyLayer? = nil) -> String {
        if let layer {
            let here = keys(of: entry, in: keymap, layers: KeyLayer.allCases.filter(layer.lookupOrder.contains))
            if !here.isEmpty { return here }
        }
        return keys(of: entry, in: keymap, layers: KeyLayer.allCases)
    }

    private static func keys(of entry: Command.Entry, in keymap: Keymap, layers: [KeyLayer]) -> String {
        var texts: [String] = []
        for layer in layers {
            for keys in keymap.keys(for: entry.command, in: layer) {
                let text = KeySequence.text(keys)
                if !texts.contains(text) { texts.append(text) }
            }
        }
        return texts.joined(separator: " ")
    }
}
