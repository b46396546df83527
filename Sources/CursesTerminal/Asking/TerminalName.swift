/// The name and version of a terminal as it reports them (XTVERSION): `kitty(0.42.1)`, `ghostty 1.2.0`.
struct TerminalName: Equatable, Sendable {
    let name: String
    /// The numbers of the version, most significant first; empty if there are none.
    let version: [Int]

    init(_ text: String) {
        name = String(text.prefix { $0 != " " && $0 != "(" })
        let rest = text.dropFirst(name.count).drop { $0 == " " || $0 == "(" }
        version = rest.prefix { $0.isNumber || $0 == "." }.split(separator: ".").map { Int($0) ?? 0 }
    }

    private func isAtLeast(_ wanted: Int...) -> Bool { !version.lexicographicallyPrecedes(wanted) }

    /// Whether the terminal supports progress (OSC 9;4). Earlier versions, and other terminals, show it as a
    /// notification.
    var showsProgress: Bool {
        switch name {
        case "ghostty": isAtLeast(1, 2)
        case "kitty": isAtLeast(0, 42)
        case "WezTerm": isAtLeast(20_250_301)
        case "iTerm2": isAtLeast(3, 6, 6)
        case "VTE": isAtLeast(8000)
        case "Konsole": isAtLeast(26, 4)
        default: false
        }
    }

    /// Whether the terminal supports 24-bit colours. tmux always accepts them, and shows them as far as its outer
    /// terminal can.
    var hasTrueColor: Bool {
        switch name {
        case "kitty", "ghostty", "WezTerm", "foot", "iTerm2", "Konsole", "contour", "mintty", "tmux": true
        case "VTE": isAtLeast(3600)
        default: false
        }
    }
}
