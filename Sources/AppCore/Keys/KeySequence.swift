import Basics
package import Canvas
import Cards

/// Consecutive keys in the notation of key files, flags, scripts and help: `ctrl-d`, `shift-tab`, `g g`.
package enum KeySequence {
    /// Parses a notation. Nil if one of the space-separated parts is not a key.
    package static func parse(_ notation: String) -> [KeyChord]? { try? read(notation) }

    /// Parses a notation.
    ///
    /// - Throws: ``KeyNameError`` for the first part that is not a key, and for a notation without any.
    package static func read(_ notation: String) throws(KeyNameError) -> [KeyChord] {
        var keys: [KeyChord] = []
        for part in notation.split(separator: " ") {
            guard let key = KeyChord(name: String(part)) else { throw KeyNameError(name: String(part)) }
            keys.append(key)
        }
        guard !keys.isEmpty else { throw KeyNameError(name: notation) }
        return keys
    }

    /// The notation that users see.
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

/// An error for a word that is not a key, with a suggestion.
package struct KeyNameError: Error, Equatable, Sendable, CustomStringConvertible {
    package var name: String

    package var description: String {
        let hint = Self.guess(name).map { "did you mean \"\($0)\"?" }
        return "\"\(name.escapingControls)\" is not a key; "
            + (hint ?? "use for example \"ctrl-d\", \"G\", \"enter\" or \"g g\"")
    }

    /// Guesses each modifier and the key separately.
    private static func guess(_ name: String) -> String? {
        var parts = name.lowercased().split(separator: "-").map(String.init)
        guard let key = parts.popLast() else { return nil }
        var words: [String] = []
        for part in parts {
            let modifiers = KeyChord.Modifiers.names.map(\.name)
            guard let word = Spelling.nearest(to: part, among: modifiers + ["control"]) else { return nil }
            words.append(word == "control" ? "ctrl" : word)
        }
        if KeyChord(name: key) != nil {
            words.append(key)
        } else if let word = Spelling.nearest(to: key, among: Key.names.map(\.name) + ["esc"]) {
            words.append(word)
        } else {
            return nil
        }
        return KeyChord(name: words.joined(separator: "-")).map { KeySequence.text([$0]) }
    }
}
