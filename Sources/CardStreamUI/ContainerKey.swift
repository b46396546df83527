internal import Canvas
internal import CursesTerminal

/// A key that the host hands to a container.
public struct ContainerKey: Hashable, Sendable, CustomStringConvertible {
    let chord: KeyChord

    /// A key by its name in `keys.toml`: `j`, `G`, `enter`, `ctrl-d`, `alt-1`, `f5`. Nil when there is no such key.
    public init?(_ name: String) {
        guard let chord = KeyChord(name: name) else { return nil }
        self.chord = chord
    }

    /// What `get_wch` or `getch` of curses returned, with `keypad` on.
    ///
    /// - Parameters:
    ///   - curses: The character's scalar, or one of curses' `KEY_` codes.
    ///   - isCode: Whether it is a code (`KEY_CODE_YES`). Without it numbers above 255 are taken for codes, as
    ///     `getch` returns them.
    /// - Returns: nil for what is no key: a mouse report, a new window size.
    public init?(curses: Int32, isCode: Bool? = nil) {
        guard let chord = CursesKey.chord(curses, isCode: isCode ?? (curses > 255)) else { return nil }
        self.chord = chord
    }

    /// The key's name.
    public var description: String { chord.name }
}
