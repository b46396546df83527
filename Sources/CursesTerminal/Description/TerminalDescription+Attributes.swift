extension TerminalDescription {
    /// The fixed indices of capabilities in the format (X/Open Curses).
    private enum Place {
        static let bold = 27
        static let dim = 30
        static let reverse = 34
        static let underline = 36
        static let plain = 39
        static let allAttributes = 131
    }

    /// The description of the same terminal without the sequence that sets all attributes at once, if there is one for
    /// each attribute. ncurses would prefer the combined sequence, which is longer, takes thousands of instructions to
    /// format, and lacks dim in some descriptions (that of kitty in Debian 12).
    var withSeparateAttributes: TerminalDescription {
        let needed = [Place.bold, Place.dim, Place.reverse, Place.underline, Place.plain]
        guard strings.count > Place.allAttributes, needed.allSatisfy({ strings[$0] != nil }) else { return self }
        var single = self
        single.strings[Place.allAttributes] = nil
        return single
    }
}
