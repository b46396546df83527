import Canvas

/// A key in the form of kitty's keyboard protocol, which includes the forms of xterm and libtickit:
/// `CSI code:shifted:base ; modifiers u`.
enum KittyKey {
    /// - Parameter parameters: The bytes between `CSI` and `u`.
    /// - Returns: Nil for a key that has no chord, such as Caps Lock, or anything with Super.
    static func chord(_ parameters: ArraySlice<UInt8>) -> KeyChord? {
        let fields = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map(numbers)
        guard let codes = fields.first, let code = codes.first ?? nil, let scalar = Unicode.Scalar(code) else {
            return nil
        }
        guard let modifiers = modifiers(fields.count > 1 ? (fields[1].first ?? nil) ?? 1 : 1) else { return nil }
        if let key = functional[code] { return KeyChord(key, modifiers) }
        // Other functional keys have codes in the private use area, which are not text.
        guard !(0xE000...0xF8FF).contains(code), InputDecoder.isText(Character(scalar)) else { return nil }
        if code < 0x20 || code == 0x7F {
            let plain = InputDecoder.control(UInt8(code))
            return KeyChord(plain.key, plain.modifiers.union(modifiers))
        }
        let (shifted, base) = (self.scalar(codes, at: 1), self.scalar(codes, at: 2))
        // On a Cyrillic layout, Ctrl and the key of C is Ctrl-C.
        if !modifiers.isDisjoint(with: [.control, .alt]), !scalar.isASCII, let base {
            return chord(base, modifiers)
        }
        if modifiers.contains(.shift), let shifted { return chord(shifted, modifiers.subtracting(.shift)) }
        return chord(scalar, modifiers)
    }

    /// Ctrl with these characters has traditionally been the same as another key, and users expect this.
    private static func chord(_ scalar: Unicode.Scalar, _ modifiers: KeyChord.Modifiers) -> KeyChord {
        if modifiers == .control {
            switch scalar {
            case "[": return .escape
            case "i": return .tab
            case "m": return .enter
            default: break
            }
        }
        return KeyChord(.character(Character(scalar)), modifiers)
    }

    /// The number is one plus the bits shift 1, alt 2, control 4, super 8, hyper 16, meta 32. The higher bits, for the
    /// locks, are ignored.
    private static func modifiers(_ number: UInt32) -> KeyChord.Modifiers? {
        let bits = max(number, 1) - 1
        guard bits & (8 | 16) == 0 else { return nil }
        var modifiers: KeyChord.Modifiers = []
        if bits & 1 != 0 { modifiers.insert(.shift) }
        if bits & (2 | 32) != 0 { modifiers.insert(.alt) }
        if bits & 4 != 0 { modifiers.insert(.control) }
        return modifiers
    }

    private static func scalar(_ codes: [UInt32?], at index: Int) -> Unicode.Scalar? {
        guard codes.indices.contains(index), let code = codes[index], code >= 0x20, code != 0x7F,
            let scalar = Unicode.Scalar(code), InputDecoder.isText(Character(scalar))
        else { return nil }
        return scalar
    }

    /// The numbers of a field, separated by colons; nil for a missing or too large number.
    private static func numbers(_ field: ArraySlice<UInt8>) -> [UInt32?] {
        field.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map { digits in
            UInt32(String(decoding: digits, as: UTF8.self))
        }
    }

    /// The keypad, and function keys beyond those of xterm.
    private static let functional: [UInt32: Key] = {
        var keys: [UInt32: Key] = [
            57_414: .enter, 57_417: .left, 57_418: .right, 57_419: .up, 57_420: .down, 57_421: .pageUp,
            57_422: .pageDown, 57_423: .home, 57_424: .end, 57_425: .insert, 57_426: .delete,
        ]
        for (code, character) in zip(UInt32(57_399)..., "0123456789./*-+") { keys[code] = .character(character) }
        keys[57_415] = .character("=")
        keys[57_416] = .character(",")
        for number in 13...24 { keys[UInt32(57_376 + number - 13)] = .function(number) }
        return keys
    }()
}
