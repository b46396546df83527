internal import Canvas
internal import CursesTerminal

/// A key press that the host passes to a container.
public struct ContainerKey: Hashable, Sendable, CustomStringConvertible {
    let chord: KeyChord

    /// Creates a key from its name in `keys.toml`: `j`, `G`, `enter`, `ctrl-d`, `alt-1`, `f5`. Nil if there is no such
    /// key.
    public init?(_ name: String) {
        guard let chord = KeyChord(name: name) else { return nil }
        self.chord = chord
    }

    /// Creates a key from the result of curses' `get_wch` or `getch`, with `keypad` on.
    ///
    /// - Parameters:
    ///   - curses: The character's scalar, or one of curses' `KEY_` codes.
    ///   - isCode: Whether it is a key code (`KEY_CODE_YES`). By default numbers above 255 are key codes, as `getch`
    ///     returns them.
    /// - Returns: Nil if it is not a key, for example a mouse report or a new window size.
    public init?(curses: Int32, isCode: Bool? = nil) {
        guard let chord = CursesKey.chord(curses, isCode: isCode ?? (curses > 255)) else { return nil }
        self.chord = chord
    }

    /// The key's name.
    public var description: String { chord.name }
}
