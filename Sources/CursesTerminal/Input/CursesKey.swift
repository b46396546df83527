import CCurses
package import Canvas

/// Converts results of curses' input functions to keys, for hosts that use them; the viewer decodes the terminal's
/// bytes itself.
package enum CursesKey {
    /// - Parameter isCode: Whether `code` is a curses key code rather than a character.
    package static func chord(_ code: Int32, isCode: Bool) -> KeyChord? {
        if isCode { return function(code) }
        switch code {
        case 9: return KeyChord(.tab)
        case 10, 13: return KeyChord(.enter)
        case 27: return KeyChord(.escape)
        case 8, 127: return KeyChord(.backspace)
        case 1...26:
            guard let letter = Unicode.Scalar(UInt32(code) + 0x60) else { return nil }
            return KeyChord(.character(Character(letter)), .control)
        default:
            guard code >= 0x20, let scalar = Unicode.Scalar(UInt32(code)) else { return nil }
            return KeyChord(.character(Character(scalar)))
        }
    }

    private static func function(_ code: Int32) -> KeyChord? {
        if (KEY_F0 + 1...KEY_F0 + 24).contains(code) { return KeyChord(.function(Int(code - KEY_F0))) }
        let key: Key
        switch code {
        case KEY_UP: key = .up
        case KEY_DOWN: key = .down
        case KEY_LEFT: key = .left
        case KEY_RIGHT: key = .right
        case KEY_HOME: key = .home
        case KEY_END: key = .end
        case KEY_PPAGE: key = .pageUp
        case KEY_NPAGE: key = .pageDown
        case KEY_DC: key = .delete
        case KEY_IC: key = .insert
        case KEY_BACKSPACE: key = .backspace
        case KEY_ENTER: key = .enter
        case KEY_BTAB: key = .backtab
        default: return nil
        }
        return KeyChord(key)
    }
}
