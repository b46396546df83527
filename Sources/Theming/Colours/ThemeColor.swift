internal import Canvas

/// A colour in a theme file, before the terminal's ``ColorDepth`` is known.
enum ThemeColor: Equatable, Sendable {
    /// The terminal's own foreground or background.
    case terminalDefault
    /// 0 to 15 are the user's own 16 colours, the rest the xterm cube and grey ramp.
    case indexed(UInt8)
    case rgb(red: UInt8, green: UInt8, blue: UInt8)

    /// The names of the 16 colours in order.
    static let names = [
        "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
        "bright-black", "bright-red", "bright-green", "bright-yellow", "bright-blue", "bright-magenta", "bright-cyan",
        "bright-white",
    ]

    static let allowed = "a palette name, " + Theme.colorWords

    /// Parses a colour that is not a palette name; nil if invalid.
    init?(_ text: String) {
        if text == "default" {
            self = .terminalDefault
        } else if let index = Self.names.firstIndex(of: text) {
            self = .indexed(UInt8(index))
        } else if let index = UInt8(text) {
            self = .indexed(index)
        } else if text.utf8.first == UInt8(ascii: "#"), text.utf8.count == 7,
            let value = UInt32(text.dropFirst(), radix: 16)
        {
            self = .rgb(
                red: UInt8(truncatingIfNeeded: value >> 16), green: UInt8(truncatingIfNeeded: value >> 8),
                blue: UInt8(truncatingIfNeeded: value))
        } else {
            return nil
        }
    }

    /// The nearest colour that the terminal can show; the default for a terminal without colours.
    func color(at depth: ColorDepth) -> Color {
        switch (self, depth) {
        case (.terminalDefault, _), (_, .none):
            .default
        case (.indexed(let index), .indexed256), (.indexed(let index), .direct):
            .palette(index)
        case (.indexed(let index), .ansi16):
            .palette(index < 16 ? index : Self.nearest(to: Color.xterm(index), among: 0..<16))
        case (.rgb(let red, let green, let blue), .direct):
            .rgb(red, green, blue)
        case (.rgb(let red, let green, let blue), .indexed256):
            // The first 16 are excluded, because the user may have changed them.
            .palette(Self.nearest(to: (Int(red), Int(green), Int(blue)), among: 16..<256))
        case (.rgb(let red, let green, let blue), .ansi16):
            .palette(Self.nearest(to: (Int(red), Int(green), Int(blue)), among: 0..<16))
        }
    }

    private typealias Components = (red: Int, green: Int, blue: Int)

    private static func nearest(to wanted: Components, among indices: Range<Int>) -> UInt8 {
        var best = (index: indices.lowerBound, distance: Int.max)
        for index in indices {
            let other = Color.xterm(UInt8(index))
            // Weighted by the eye's sensitivity to the channels.
            let red = wanted.red - other.red
            let green = wanted.green - other.green
            let blue = wanted.blue - other.blue
            let distance = 2 * red * red + 4 * green * green + 3 * blue * blue
            if distance < best.distance { best = (index, distance) }
        }
        return UInt8(best.index)
    }
}
