import Canvas

/// Maps theme colours to the colour numbers of a terminal.
struct ColorMap {
    private let support: ColorSupport
    /// On terminals with 24-bit colours: how many numbers, from 0, select colours of the user's palette.
    private let ownColors: Int32
    private var known: [UInt32: Int32] = [:]

    /// - Parameter ownColors: How many numbers, from 0, select colours of the user's palette while higher numbers are
    ///   RGB values: 8, or 16 if the terminal's description includes the bright colours.
    init(support: ColorSupport, ownColors: Int32 = 8) {
        self.support = support
        self.ownColors = ownColors
    }

    /// The terminal's number for a colour; -1 for its default colour.
    mutating func number(_ color: Color) -> Int32 {
        if color == .default || support == .none { return -1 }
        if let number = known[color.bits] { return number }
        let number = find(color)
        known[color.bits] = number
        return number
    }

    private func find(_ color: Color) -> Int32 {
        switch color.value {
        case .default:
            return -1
        case .palette(let index):
            let number = Int32(index)
            switch support {
            case .none: return -1
            case .palette: return number
            case .direct: return number < ownColors ? number : packed(Self.rgb(index))
            case .eight where number < 16: return number % 8
            case .sixteen where number < 16: return number
            case .eight: return Self.nearest(Self.rgb(index), of: 0..<8)
            case .sixteen: return Self.nearest(Self.rgb(index), of: 0..<16)
            }
        case .rgb(let red, let green, let blue):
            let rgb = (Int32(red), Int32(green), Int32(blue))
            switch support {
            case .none: return -1
            case .eight: return Self.nearest(rgb, of: 0..<8)
            case .sixteen: return Self.nearest(rgb, of: 0..<16)
            // The first 16 colours follow the user's scheme, so their values are not known.
            case .palette: return Self.nearest(rgb, of: 16..<256)
            case .direct: return packed(rgb)
            }
        }
    }

    private typealias RGB = (red: Int32, green: Int32, blue: Int32)

    /// Direct colour terminals interpret the first numbers as the palette, so the darkest blues are changed by one bit.
    private func packed(_ rgb: RGB) -> Int32 {
        let value = rgb.red << 16 | rgb.green << 8 | rgb.blue
        return (1..<ownColors).contains(value) ? ownColors : value
    }

    private static func nearest(_ rgb: RGB, of candidates: Range<Int32>) -> Int32 {
        var best = candidates.lowerBound
        var least = Int32.max
        for candidate in candidates {
            let other = Self.rgb(UInt8(candidate))
            let red = rgb.red - other.red
            let green = rgb.green - other.green
            let blue = rgb.blue - other.blue
            // Approximate weights for the sensitivity of the eye.
            let distance = 3 * red * red + 6 * green * green + 2 * blue * blue
            if distance < least {
                least = distance
                best = candidate
            }
        }
        return best
    }

    private static func rgb(_ index: UInt8) -> RGB {
        let color = Color.xterm(index)
        return (Int32(color.red), Int32(color.green), Int32(color.blue))
    }
}
