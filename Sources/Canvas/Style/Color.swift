/// A colour, packed in 32 bits so that a cell stays 16 bytes and compares as integers.
///
/// The top byte is the kind (0 the terminal's own, 1 palette, 2 direct), the rest the value.
package struct Color: Hashable, Sendable, BitwiseCopyable {
    package let bits: UInt32

    /// The terminal's default colour; honours the user's own scheme.
    package static let `default` = Color(bits: 0)

    private init(bits: UInt32) {
        self.bits = bits
    }

    /// One of the terminal's 256 colours; the first 16 follow the user's scheme.
    package static func palette(_ index: UInt8) -> Color {
        Color(bits: 0x0100_0000 | UInt32(index))
    }

    /// A direct colour. Backends map it to the nearest one they can show.
    package static func rgb(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Color {
        Color(bits: 0x0200_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
    }

    /// The components of a colour, for backends and pictures.
    package enum Value: Hashable, Sendable {
        case `default`
        case palette(UInt8)
        case rgb(red: UInt8, green: UInt8, blue: UInt8)
    }

    package var value: Value {
        switch bits >> 24 {
        case 1: .palette(UInt8(truncatingIfNeeded: bits))
        case 2:
            .rgb(
                red: UInt8(truncatingIfNeeded: bits >> 16), green: UInt8(truncatingIfNeeded: bits >> 8),
                blue: UInt8(truncatingIfNeeded: bits))
        default: .default
        }
    }
}
