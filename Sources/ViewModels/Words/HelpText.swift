/// The help screen's content, generated from the key table and the keymap in force.
package enum HelpText {
    package enum Row: Hashable, Sendable {
        case heading(String)
        case key(String, help: String)
        case blank
    }

    /// Keys of one command are joined by spaces; the nine button keys are one row.
    package static func rows(for keymap: Keymap) -> [Row] {
        var rows: [Row] = []
        for group in Command.Group.allCases {
            let entries = Command.table.filter { $0.group == group }
            guard !entries.isEmpty else { continue }
            if !rows.isEmpty { rows.append(.blank) }
            rows.append(.heading(group.rawValue))
            for entry in entries {
                if let row = row(for: entry, keymap: keymap) { rows.append(row) }
            }
        }
        return rows
    }

    private static func row(for entry: Command.Entry, keymap: Keymap) -> Row? {
        switch entry.command {
        case .pressButton(1): return .key("1-9", help: Strings.Help.pressButton)
        case .menuItem(1): return .key("1-9", help: Strings.Help.menuItem)
        case .pressButton, .menuItem: return nil
        default: break
        }
        var texts: [String] = []
        for layer in KeyLayer.allCases {
            for keys in keymap.keys(for: entry.command, in: layer) {
                let text = KeySequence.text(keys)
                if !texts.contains(text) { texts.append(text) }
            }
        }
        return texts.isEmpty ? nil : .key(texts.joined(separator: " "), help: entry.help)
    }
}
