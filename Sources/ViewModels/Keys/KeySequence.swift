package import Canvas

/// Keys pressed one after the other, as written in key files and help: `ctrl-d`, `shift-tab`, `g g`.
package enum KeySequence {
    /// Nil when one of the space-separated parts names no key.
    package static func parse(_ notation: String) -> [KeyChord]? {
        var keys: [KeyChord] = []
        for part in notation.split(separator: " ") {
            guard let key = KeyChord(name: part == "esc" ? "escape" : String(part)) else { return nil }
            keys.append(key)
        }
        return keys.isEmpty ? nil : keys
    }

    /// The spelling users see.
    package static func text(_ keys: [KeyChord]) -> String { keys.map(text).joined(separator: " ") }

    private static func text(_ key: KeyChord) -> String {
        switch key.key {
        case .escape where key.modifiers.isEmpty: "esc"
        case .backtab where key.modifiers.isEmpty: "shift-tab"
        case .character("-") where key.modifiers.isEmpty: "-"
        default: key.name
        }
    }
}
