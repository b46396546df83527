/// The help screen's content, and the same as Markdown, generated from the key table and the keymap in force.
package enum HelpText {
    package enum Row: Hashable, Sendable {
        case heading(String)
        /// Keys that do the same, joined by spaces.
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

    /// A table for each group, for documents.
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
