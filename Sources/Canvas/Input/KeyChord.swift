/// A key pressed together with modifiers: `ctrl-d`, `G`, `enter`, `alt-1`, `f5`.
package struct KeyChord: Hashable, Sendable {
    package struct Modifiers: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        package static let control = Modifiers(rawValue: 1 << 0)
        package static let alt = Modifiers(rawValue: 1 << 1)
        package static let shift = Modifiers(rawValue: 1 << 2)

        package static let names: [(modifier: Modifiers, name: String)] = [
            (.control, "ctrl"), (.alt, "alt"), (.shift, "shift"),
        ]
    }

    package let key: Key
    package let modifiers: Modifiers

    /// Normalises a chord to the form that terminals can report: shift is part of a character and of backtab, and
    /// control ignores case.
    package init(_ key: Key, _ modifiers: Modifiers = []) {
        var key = key
        var modifiers = modifiers
        if key == .tab, modifiers.contains(.shift) { key = .backtab }
        if case .character(let character) = key {
            if modifiers.contains(.control) {
                key = Self.changingCase(character) { $0.lowercased() }
            } else if modifiers.contains(.shift) {
                key = Self.changingCase(character) { $0.uppercased() }
            }
            modifiers.remove(.shift)
        }
        if key == .backtab { modifiers.remove(.shift) }
        self.key = key
        self.modifiers = modifiers
    }

    /// The character typed, without control or alt: the input of a text field.
    package var typed: Character? {
        guard modifiers.isEmpty, case .character(let character) = key else { return nil }
        return character
    }

    /// The chord that terminals without kitty's keyboard protocol report instead of this one: they do not distinguish
    /// Shift-Enter or Ctrl-Backspace. Nil if they report the chord itself.
    package var classic: KeyChord? {
        let kept = modifiers.intersection(.alt)
        guard kept != modifiers, [.enter, .escape, .tab, .backtab, .backspace].contains(key) else { return nil }
        return KeyChord(key, kept)
    }

    private static func changingCase(_ character: Character, _ change: (String) -> String) -> Key {
        let changed = change(String(character))
        // Some letters become two in upper case ("ß"); they stay as typed.
        return .character(changed.count == 1 ? changed.first ?? character : character)
    }
}

extension KeyChord {
    package static let enter = KeyChord(.enter)
    package static let escape = KeyChord(.escape)
    package static let tab = KeyChord(.tab)
    package static let backtab = KeyChord(.backtab)
    package static let backspace = KeyChord(.backspace)
    package static let delete = KeyChord(.delete)
    package static let up = KeyChord(.up)
    package static let down = KeyChord(.down)
    package static let left = KeyChord(.left)
    package static let right = KeyChord(.right)
    package static let home = KeyChord(.home)
    package static let end = KeyChord(.end)
    package static let pageUp = KeyChord(.pageUp)
    package static let pageDown = KeyChord(.pageDown)
    package static let space = KeyChord(.character(" "))

    package static func control(_ character: Character) -> KeyChord { KeyChord(.character(character), .control) }
    package static func alt(_ character: Character) -> KeyChord { KeyChord(.character(character), .alt) }
}
