import Canvas
import Cards
import Testing

/// `Cards` and `Canvas` have no common dependency, so each has its own list of characters that must not be shown. The
/// lists must agree.
@Suite struct PrintableScalarTests {
    /// These characters have a meaning between emoji, where text keeps them.
    private static let joining: Set<UInt32> = [0x200C, 0x200D, 0xFE0E, 0xFE0F]

    @Test func `JSON escapes exactly the characters that text does not show`() {
        var differing: [String] = []
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value), !scalar.isCombiningMark || scalar.isUnprintable else { continue }
            let text = "-\(Character(scalar))-"
            let isShown = SafeText(text, lines: .multiple).string.unicodeScalars.elementsEqual(text.unicodeScalars)
            let isEscaped = scalar.isUnprintable && scalar != "\n"
            if isShown == isEscaped, !Self.joining.contains(value) { differing.append("U+\(String(value, radix: 16))") }
        }
        #expect(differing == [])
        #expect(Self.joining.allSatisfy { Unicode.Scalar($0)?.isUnprintable == true })
    }
}
