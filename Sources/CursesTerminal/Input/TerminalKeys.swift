import CCurses
import Canvas

/// The key sequences of the current terminal type from the terminal database.
enum TerminalKeys {
    /// Capability names and their keys. Modified keys of xterm are not needed: the decoder parses them.
    private static let capabilities: [(name: String, chord: KeyChord)] = [
        ("kcuu1", .up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right), ("khome", .home), ("kend", .end),
        ("kpp", .pageUp), ("knp", .pageDown), ("kdch1", .delete), ("kich1", KeyChord(.insert)), ("kcbt", .backtab),
        ("kent", .enter), ("kbs", .backspace), ("kDC", KeyChord(.delete, .shift)), ("kHOM", KeyChord(.home, .shift)),
        ("kEND", KeyChord(.end, .shift)), ("kLFT", KeyChord(.left, .shift)), ("kRIT", KeyChord(.right, .shift)),
    ]

    /// Requires a successful `setupterm`.
    static func sequences() -> [[UInt8]: KeyChord] {
        var sequences: [[UInt8]: KeyChord] = [:]
        func add(_ name: String, _ chord: KeyChord) {
            guard let text = ccurses_capability(name) else { return }
            let bytes = Array(String(cString: text).utf8)
            // A single printable byte would make a letter unusable.
            guard bytes.count > 1 || bytes.first.map({ $0 < 0x20 }) == true else { return }
            sequences[bytes] = chord
        }
        for (name, chord) in capabilities { add(name, chord) }
        for number in 1...12 { add("kf\(number)", KeyChord(.function(number))) }
        return sequences
    }
}
