extension TerminalDescription {
    /// The fixed indices of capabilities in the format (X/Open Curses).
    private enum Place {
        static let canChange = 27
        static let maxColors = 13
        static let maxPairs = 14
        static let initializeColor = 299
        static let initializePair = 300
        static let setForeground = 302
        static let setBackground = 303
        static let setAnsiForeground = 359
        static let setAnsiBackground = 360
    }

    /// Whether the terminal has colours with the standard sequences. All terminals with 24-bit colours also have these.
    var hasAnsiColors: Bool {
        guard strings.indices.contains(Place.setAnsiForeground), numbers.indices.contains(Place.maxColors) else {
            return false
        }
        return numbers[Place.maxColors] >= 8 && strings[Place.setAnsiForeground] != nil
    }

    /// The description of the same terminal with 24-bit colours: numbers below 16 are the user's colours, higher
    /// numbers are RGB values. Nil for a terminal without colours.
    var withDirectColors: TerminalDescription? {
        guard hasAnsiColors else { return nil }
        var direct = self
        direct.flags += Array(repeating: false, count: max(0, Place.canChange + 1 - flags.count))
        direct.flags[Place.canChange] = false
        direct.numbers += Array(repeating: -1, count: max(0, Place.maxPairs + 1 - numbers.count))
        direct.numbers[Place.maxColors] = 0x100_0000
        direct.numbers[Place.maxPairs] = 0x1_0000
        direct.strings += Array(repeating: nil, count: max(0, Place.setAnsiBackground + 1 - strings.count))
        for place in [Place.initializeColor, Place.initializePair, Place.setForeground, Place.setBackground] {
            direct.strings[place] = nil
        }
        direct.strings[Place.setAnsiForeground] = Self.sequence(base: 3, bright: 9)
        direct.strings[Place.setAnsiBackground] = Self.sequence(base: 4, bright: 10)
        direct.named.flags.removeAll { $0.name == "RGB" }
        direct.named.flags.append(("RGB", true))
        // ncurses expects the names in alphabetical order.
        direct.named.flags.sort { $0.name < $1.name }
        return direct
    }

    /// `ESC [ 3 n m` for the first eight colours, `ESC [ 9 n m` for the next eight, otherwise `ESC [ 38;2;r;g;b m`,
    /// which more terminals support than the form with colons.
    private static func sequence(base: Int, bright: Int) -> [UInt8] {
        Array(
            ("\u{1B}[%?%p1%{8}%<%t\(base)%p1%d%e%p1%{16}%<%t\(bright)%p1%{8}%-%d%e\(base)8;2;%p1%{65536}%/%d;"
                + "%p1%{256}%/%{255}%&%d;%p1%{255}%&%d%;m").utf8)
    }
}
