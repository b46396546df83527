extension TerminalDescription {
    /// The places of capabilities in the format, which are fixed (X/Open Curses).
    private enum Place {
        static let bold = 27
        static let dim = 30
        static let reverse = 34
        static let underline = 36
        static let plain = 39
        static let allLooks = 131
    }

    /// The same terminal without the sequence that sets all looks at once, where it has one for each. ncurses prefers the
    /// former, which is longer, takes thousands of instructions to make, and forgets dim in some descriptions (kitty's of
    /// Debian 12).
    var withSingleLooks: TerminalDescription {
        let needed = [Place.bold, Place.dim, Place.reverse, Place.underline, Place.plain]
        guard strings.count > Place.allLooks, needed.allSatisfy({ strings[$0] != nil }) else { return self }
        var single = self
        single.strings[Place.allLooks] = nil
        return single
    }
}
