import Canvas

/// The grammar of escape sequences from terminals: xterm's, with the variants of rxvt and the Linux console.
enum EscapeSequence {
    /// Parses the sequence at the start of `bytes`, which begins with ESC.
    static func parse(_ bytes: ArraySlice<UInt8>, isFinal: Bool) -> InputDecoder.Parsed {
        let start = bytes.startIndex
        guard bytes.count > 1 else {
            return isFinal ? .event(.key(.escape), used: 1) : .incomplete
        }
        switch bytes[start + 1] {
        case 0x5B: return controlSequence(bytes, isFinal: isFinal)
        case 0x4F: return singleShift(bytes, isFinal: isFinal)
        case 0x50, 0x58, 0x5D, 0x5E, 0x5F: return stringSequence(bytes, isFinal: isFinal)
        case 0x1B: return escapedEscape(bytes, isFinal: isFinal)
        case let byte where byte < 0x20 || byte == 0x7F:
            let chord = InputDecoder.control(byte)
            return .event(.key(KeyChord(chord.key, chord.modifiers.union(.alt))), used: 2)
        default: return alt(bytes, isFinal: isFinal)
        }
    }

    /// ESC and a character: the key with alt.
    private static func alt(_ bytes: ArraySlice<UInt8>, isFinal: Bool) -> InputDecoder.Parsed {
        let rest = bytes.dropFirst()
        guard !rest.isEmpty else { return .incomplete }
        let (length, isCut) = InputDecoder.scalar(at: rest)
        guard isFinal || !isCut else { return .incomplete }
        let text = String(decoding: rest.prefix(length), as: UTF8.self)
        guard let character = text.first, text.count == 1, InputDecoder.isText(character) else {
            return .ignored(used: 1 + length)
        }
        return .event(.key(.alt(character)), used: 1 + length)
    }

    /// rxvt sends alt with an arrow as ESC before the arrow's sequence. Otherwise, this is the escape key pressed
    /// twice.
    private static func escapedEscape(_ bytes: ArraySlice<UInt8>, isFinal: Bool) -> InputDecoder.Parsed {
        let rest = bytes.dropFirst()
        guard rest.count > 1 else {
            return isFinal ? .event(.key(.escape), used: 1) : .incomplete
        }
        let next = rest[rest.startIndex + 1]
        guard next == 0x5B || next == 0x4F else { return .event(.key(.escape), used: 1) }
        switch parse(rest, isFinal: isFinal) {
        case .event(.key(let chord), let used):
            return .event(.key(KeyChord(chord.key, chord.modifiers.union(.alt))), used: used + 1)
        case .incomplete: return .incomplete
        default: return .event(.key(.escape), used: 1)
        }
    }

    /// `ESC O x`: keypad and function keys in application mode, with xterm's optional modifier digit.
    private static func singleShift(_ bytes: ArraySlice<UInt8>, isFinal: Bool) -> InputDecoder.Parsed {
        var position = bytes.startIndex + 2
        var modifiers: KeyChord.Modifiers = []
        if position < bytes.endIndex, (0x31...0x39).contains(bytes[position]) {
            modifiers = self.modifiers(Int(bytes[position]) - 0x30)
            position += 1
        }
        guard position < bytes.endIndex else {
            return isFinal && bytes.count == 2 ? .event(.key(.alt("O")), used: 2) : .incomplete
        }
        let used = position + 1 - bytes.startIndex
        let byte = bytes[position]
        if let key = finals[byte] { return .event(.key(KeyChord(key, modifiers)), used: used) }
        switch byte {
        case 0x4D: return .event(.key(KeyChord(.enter, modifiers)), used: used)
        case 0x61...0x64:  // rxvt: control and an arrow
            guard let key = finals[byte - 0x20] else { return .ignored(used: used) }
            return .event(.key(KeyChord(key, .control)), used: used)
        case 0x6A...0x79:  // the keypad's operators and digits
            return .event(.key(KeyChord(.character(Character(Unicode.Scalar(byte - 0x40))), modifiers)), used: used)
        default: return .ignored(used: used)
        }
    }

    /// Replies and messages (OSC, DCS, APC, PM, SOS). Unknown ones are skipped up to their end.
    private static func stringSequence(_ bytes: ArraySlice<UInt8>, isFinal: Bool) -> InputDecoder.Parsed {
        var position = bytes.startIndex + 2
        while position < bytes.endIndex {
            let used = position - bytes.startIndex
            if bytes[position] == 0x07 { return answer(bytes.prefix(used), used: used + 1) }
            if bytes[position] == 0x1B, position + 1 < bytes.endIndex {
                guard bytes[position + 1] == 0x5C else { return .ignored(used: used) }
                return answer(bytes.prefix(used), used: used + 2)
            }
            position += 1
        }
        guard isFinal else { return .incomplete }
        return bytes.count == 2 ? alt(bytes, isFinal: true) : .ignored(used: bytes.count)
    }

    /// Parses a string without its terminator.
    private static func answer(_ bytes: ArraySlice<UInt8>, used: Int) -> InputDecoder.Parsed {
        let reply = TerminalReply(introducer: bytes[bytes.startIndex + 1], content: bytes.dropFirst(2))
        return reply.map { .reply($0, used: used) } ?? .ignored(used: used)
    }

    private static func controlSequence(_ bytes: ArraySlice<UInt8>, isFinal: Bool) -> InputDecoder.Parsed {
        var position = bytes.startIndex + 2
        // The Linux console's f1…f5: ESC [ [ A
        if position < bytes.endIndex, bytes[position] == 0x5B {
            guard position + 1 < bytes.endIndex else { return isFinal ? .ignored(used: 3) : .incomplete }
            let number = Int(bytes[position + 1]) - 0x40
            return (1...5).contains(number)
                ? .event(.key(KeyChord(.function(number))), used: 4) : .ignored(used: 4)
        }
        let parametersStart = position
        while position < bytes.endIndex, (0x30...0x3F).contains(bytes[position]) { position += 1 }
        let parameters = bytes[parametersStart..<position]
        // rxvt ends shifted keys with "$", which is not a final byte otherwise.
        let isShifted =
            position < bytes.endIndex && bytes[position] == 0x24 && !parameters.isEmpty && parameters.first != 0x3F
        while !isShifted, position < bytes.endIndex, (0x20...0x2F).contains(bytes[position]) { position += 1 }
        guard position < bytes.endIndex else {
            if !isFinal { return .incomplete }
            return bytes.count == 2 ? .event(.key(.alt("[")), used: 2) : .ignored(used: bytes.count)
        }
        let final = bytes[position]
        let used = position + 1 - bytes.startIndex
        guard final >= 0x40 || isShifted, final < 0x7F else {
            // A control character aborts the sequence and is handled itself.
            return .ignored(used: position - bytes.startIndex)
        }
        if final == 0x4D, parameters.isEmpty {
            // The oldest mouse report, followed by three raw bytes. It is never enabled, so it is skipped.
            return bytes.count >= used + 3
                ? .ignored(used: used + 3) : isFinal ? .ignored(used: bytes.count) : .incomplete
        }
        // The state of a private mode, the only report with an intermediate byte.
        if parameters.first == 0x3F, final == 0x79, bytes[position - 1] == 0x24 {
            return modeReport(numbers(parameters.dropFirst()), used: used)
        }
        return interpret(parameters, final: final, used: used)
    }

    private static func modeReport(_ values: [Int], used: Int) -> InputDecoder.Parsed {
        guard values.count == 2, let state = TerminalMode.State(rawValue: values[1]) else {
            return .ignored(used: used)
        }
        return .reply(.mode(values[0], state), used: used)
    }

    private static func interpret(
        _ parameters: ArraySlice<UInt8>, final: UInt8, used: Int
    ) -> InputDecoder.Parsed {
        if parameters.first == 0x3C { return mouse(numbers(parameters.dropFirst()), final: final, used: used) }
        if parameters.first == 0x3F {
            // The colour scheme report of mode 2031.
            if final == 0x6E, case let values = numbers(parameters.dropFirst()), values.first == 997, values.count == 2
            {
                return .event(.colorScheme(values[1] == 1 ? .dark : .light), used: used)
            }
            if final == 0x63 { return .reply(.attributes(numbers(parameters.dropFirst())), used: used) }
            if final == 0x75 { return .reply(.keyboard, used: used) }
            return .ignored(used: used)
        }
        let values = numbers(parameters)
        let modifiers = values.count > 1 ? self.modifiers(values[1]) : []
        if let key = finals[final] { return .event(.key(KeyChord(key, modifiers)), used: used) }
        switch final {
        case 0x49 where values.isEmpty: return .event(.focus(true), used: used)
        case 0x4F where values.isEmpty: return .event(.focus(false), used: used)
        case 0x5A: return .event(.key(KeyChord(.backtab, modifiers)), used: used)
        case 0x61...0x64 where values.isEmpty:  // rxvt: shift and an arrow
            guard let key = finals[final - 0x20] else { return .ignored(used: used) }
            return .event(.key(KeyChord(key, .shift)), used: used)
        case 0x74 where values.count == 3 && values[0] == 6:  // a cell's height and width
            return .reply(.cellPixels(Size(columns: values[2], rows: values[1])), used: used)
        case 0x74 where values.count == 5 && values[0] == 48:  // height and width in cells, then in pixels
            return .reply(
                .size(Size(columns: values[2], rows: values[1]), pixels: Size(columns: values[4], rows: values[3])),
                used: used)
        case 0x75:
            guard let chord = KittyKey.chord(parameters) else { return .ignored(used: used) }
            return .event(.key(chord), used: used)
        case 0x7E, 0x24, 0x5E, 0x40:
            if final == 0x7E, values.first == 200 { return .pasteStart(used: used) }
            if final == 0x7E, values.first == 27, values.count == 3 {  // xterm's modifyOtherKeys
                return coded(values[2], modifiers, used: used)
            }
            guard let key = values.first.flatMap({ numbered[$0] }) else { return .ignored(used: used) }
            let rxvt: KeyChord.Modifiers =
                switch final {
                case 0x24: .shift
                case 0x5E: .control
                case 0x40: [.control, .shift]
                default: []
                }
            return .event(.key(KeyChord(key, modifiers.union(rxvt))), used: used)
        default: return .ignored(used: used)
        }
    }

    private static func coded(_ value: Int?, _ modifiers: KeyChord.Modifiers, used: Int) -> InputDecoder.Parsed {
        guard let value, let code = UInt32(exactly: value), let scalar = Unicode.Scalar(code) else {
            return .ignored(used: used)
        }
        if code < 0x20 || code == 0x7F {
            let plain = InputDecoder.control(UInt8(code))
            return .event(.key(KeyChord(plain.key, plain.modifiers.union(modifiers))), used: used)
        }
        guard InputDecoder.isText(Character(scalar)) else { return .ignored(used: used) }
        return .event(.key(KeyChord(.character(Character(scalar)), modifiers)), used: used)
    }

    /// SGR mouse reports: button, column, row; `m` ends a release.
    private static func mouse(_ values: [Int], final: UInt8, used: Int) -> InputDecoder.Parsed {
        guard values.count == 3, final == 0x4D || final == 0x6D, values[1] > 0, values[2] > 0 else {
            return .ignored(used: used)
        }
        let code = values[0]
        var modifiers: KeyChord.Modifiers = []
        if code & 4 != 0 { modifiers.insert(.shift) }
        if code & 8 != 0 { modifiers.insert(.alt) }
        if code & 16 != 0 { modifiers.insert(.control) }
        let buttons: [MouseEvent.Button] = [.left, .middle, .right]
        let action: MouseEvent.Action
        switch (code & 0xC0, code & 3) {
        case (64, 0): action = .scrollUp
        case (64, 1): action = .scrollDown
        case (0, let button) where button < 3:
            action =
                final == 0x6D
                ? .release(buttons[button]) : code & 32 != 0 ? .drag(buttons[button]) : .press(buttons[button])
        default: return .ignored(used: used)
        }
        let position = Point(column: values[1] - 1, row: values[2] - 1)
        return .event(.mouse(MouseEvent(action, at: position, modifiers: modifiers)), used: used)
    }

    private static let finals: [UInt8: Key] = [
        0x41: .up, 0x42: .down, 0x43: .right, 0x44: .left, 0x46: .end, 0x48: .home,
        0x50: .function(1), 0x51: .function(2), 0x52: .function(3), 0x53: .function(4),
    ]

    private static let numbered: [Int: Key] = [
        1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
        11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5), 17: .function(6),
        18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10), 23: .function(11), 24: .function(12),
        25: .function(13), 26: .function(14), 28: .function(15), 29: .function(16), 31: .function(17),
        32: .function(18), 33: .function(19), 34: .function(20),
    ]

    /// xterm's modifier number: one plus shift 1, alt 2, control 4 (8 is meta, treated as alt).
    private static func modifiers(_ number: Int) -> KeyChord.Modifiers {
        let bits = max(0, number - 1)
        var modifiers: KeyChord.Modifiers = []
        if bits & 1 != 0 { modifiers.insert(.shift) }
        if bits & (2 | 8) != 0 { modifiers.insert(.alt) }
        if bits & 4 != 0 { modifiers.insert(.control) }
        return modifiers
    }

    /// Parameters as numbers; sub-parameters after a colon are dropped, excessive values become 0.
    private static func numbers(_ parameters: ArraySlice<UInt8>) -> [Int] {
        guard !parameters.isEmpty else { return [] }
        return parameters.split(separator: 0x3B, omittingEmptySubsequences: false).map { digits in
            var value = 0
            for digit in digits {
                guard (0x30...0x39).contains(digit), value < 1 << 24 else { break }
                value = value * 10 + Int(digit - 0x30)
            }
            return value
        }
    }
}
