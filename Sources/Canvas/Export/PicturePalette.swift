/// The colours of a terminal, for pictures of its screen. Themes mostly use the terminal's own 16 colours; a picture
/// needs concrete values.
package struct PicturePalette: Equatable, Sendable {
    package var foreground: RGB
    package var background: RGB
    /// The 16 colours in their usual order.
    package var colors: [RGB]

    /// A colour of eight bits per channel.
    package struct RGB: Hashable, Sendable {
        package var red: UInt8
        package var green: UInt8
        package var blue: UInt8

        package init(_ hex: UInt32) {
            red = UInt8(truncatingIfNeeded: hex >> 16)
            green = UInt8(truncatingIfNeeded: hex >> 8)
            blue = UInt8(truncatingIfNeeded: hex)
        }

        /// As CSS writes it: `#1b2c3d`.
        package var hex: String {
            "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }

        /// A mix with another colour; 0 is this colour, 1 the other.
        package func mixed(with other: RGB, by part: Double) -> RGB {
            func mix(_ from: UInt8, _ to: UInt8) -> UInt8 {
                UInt8((Double(from) + (Double(to) - Double(from)) * part).rounded())
            }
            var color = self
            color.red = mix(red, other.red)
            color.green = mix(green, other.green)
            color.blue = mix(blue, other.blue)
            return color
        }
    }

    /// One Half Dark by Son A. Pham, with its comment grey for bright black.
    package static let dark = PicturePalette(
        foreground: RGB(0xDCDFE4), background: RGB(0x282C34),
        colors: [
            0x282C34, 0xE06C75, 0x98C379, 0xE5C07B, 0x61AFEF, 0xC678DD, 0x56B6C2, 0xDCDFE4,
            0x5C6370, 0xE06C75, 0x98C379, 0xE5C07B, 0x61AFEF, 0xC678DD, 0x56B6C2, 0xFFFFFF,
        ].map(RGB.init))

    /// One Half Light by Son A. Pham.
    package static let light = PicturePalette(
        foreground: RGB(0x383A42), background: RGB(0xFAFAFA),
        colors: [
            0x383A42, 0xE45649, 0x50A14F, 0xC18401, 0x0184BC, 0xA626A4, 0x0997B3, 0xFAFAFA,
            0x4F525E, 0xE06C75, 0x98C379, 0xE5C07B, 0x61AFEF, 0xC678DD, 0x56B6C2, 0xFFFFFF,
        ].map(RGB.init))

    /// How far dim text is mixed with its background, from 0 to 1; it stays readable.
    private static let dimming = 0.28

    /// The colours that a style is drawn with; a nil background is that of the picture.
    func colors(of style: Style) -> (foreground: RGB, background: RGB?) {
        var foreground = color(style.foreground) ?? self.foreground
        var background = color(style.background)
        if style.attributes.contains(.reverse) {
            (foreground, background) = (background ?? self.background, foreground)
        }
        if style.attributes.contains(.dim) {
            foreground = foreground.mixed(with: background ?? self.background, by: Self.dimming)
        }
        return (foreground, background)
    }

    private func color(_ color: Color) -> RGB? {
        switch color.value {
        case .default: return nil
        case .palette(let index) where index < 16: return colors[Int(index)]
        case .palette(let index):
            let xterm = Color.xterm(index)
            return RGB(UInt32(xterm.red) << 16 | UInt32(xterm.green) << 8 | UInt32(xterm.blue))
        case .rgb(let red, let green, let blue):
            return RGB(UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
        }
    }
}
