import CCurses
import Canvas
import Testing

@Suite struct WidthAgreementTests {
    /// Known differences, which are intentional or caused by the age of glibc:
    /// - glibc 2.36 returns -1 for the additions of Unicode 16 and 17, and treats the trigrams, hexagrams and counting
    ///   rods (U+2630…, U+268A…, U+4DC0…, U+1D300…) as narrow, which Unicode 16 made wide.
    /// - Format characters and other default-ignorable scalars are never painted, so their width has no effect.
    /// - A single regional indicator is as wide as a flag here; it is shown as a letter and a space.
    /// - Ambiguous numbers on squares (U+3248…) and a few marks: a cell that the C library measures differently is
    ///   shown as U+FFFD, so a row cannot shift.
    /// - Skin tones follow an emoji and have no width here, but two columns in glibc.
    @Test func `the layout's widths agree with the C library's`() {
        #expect(ccurses_use_utf8())
        var differences: [String] = []
        // Ideographs and syllables are sampled, because each of their ranges is uniform.
        let values = Array(0xA0...0x3400) + Array(stride(from: 0x3400, to: 0xA000, by: 97)) + Array(0xA000...0xAC00)
        let rest = Array(stride(from: 0xAC00, to: 0xD7A4, by: 97)) + Array(0xF900...0x1FFFF)
        for value in (values + rest).map(UInt32.init) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let library = Int(ccurses_width(value))
            let layout = TextLayout.width(of: Character(scalar))
            if library < 0 || library == layout { continue }
            let properties = scalar.properties
            if properties.generalCategory == .format || properties.isDefaultIgnorableCodePoint { continue }
            switch value {
            case 0x2630...0x2637, 0x268A...0x268F, 0x4DC0...0x4DFF, 0x1D300...0x1D376, 0x1F3FB...0x1F3FF,
                0x1F1E6...0x1F1FF,
                0x3248...0x324F, 0x302E, 0x302F, 0x1171E, 0x16FF0, 0x16FF1:
                continue
            default: differences.append("\(String(value, radix: 16)): layout \(layout), library \(library)")
            }
        }
        #expect(differences == [])
    }
}
