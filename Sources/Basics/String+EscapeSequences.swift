extension String {
    /// The text without terminal escape sequences (ECMA-48: control sequences, control strings, and escapes of two or
    /// three characters), for programs that colour their output. Other control characters stay.
    package var withoutEscapeSequences: String {
        guard unicodeScalars.contains("\u{1B}") else { return self }
        var text = String.UnicodeScalarView()
        var rest = unicodeScalars[...]
        while let next = rest.popFirst() {
            guard next == "\u{1B}" else {
                text.append(next)
                continue
            }
            switch rest.popFirst() {
            case "[":
                // Skips parameters and intermediates up to the final byte; any other byte ends a broken sequence.
                rest = rest.drop { (0x20...0x3F).contains($0.value) }
                if let final = rest.first, (0x40...0x7E).contains(final.value) { rest.removeFirst() }
            case "]", "P", "X", "^", "_":
                // A control string, up to BEL or ESC \.
                rest = rest.drop { $0 != "\u{07}" && $0 != "\u{1B}" }
                if rest.popFirst() == "\u{1B}", rest.first == "\\" { rest.removeFirst() }
            case let intermediate? where (0x20...0x2F).contains(intermediate.value):
                rest = rest.drop { (0x20...0x2F).contains($0.value) }.dropFirst()
            default: break
            }
        }
        return String(text)
    }
}
