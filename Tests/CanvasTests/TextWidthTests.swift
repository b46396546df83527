import Support
import Testing

@testable import Canvas

@Suite struct TextWidthTests {
    @Test(
        arguments: [
            ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("漢字", 4), ("ｱ", 1), ("Ａ", 2), ("…", 1), ("─", 1), ("→", 1),
            ("😀", 2), ("👩‍💻", 2), ("👨‍👩‍👧‍👦", 2), ("👍🏽", 2), ("🇩🇪", 2), ("1️⃣", 2), ("❤️", 2), ("❤", 1), ("한국", 4),
            ("\u{1112}\u{1161}\u{11AB}", 2), ("नी", 2), ("ก็", 1), ("α", 1),
        ])
    func `widths are counted by cluster, at most two`(_ text: String, _ width: Int) {
        #expect(TextLayout.width(of: SafeText(text)) == width)
        if text.count == 1, let character = text.first { #expect(TextLayout.width(of: character) == width) }
    }

    @Test func `scalars that are classified as separate never join`() {
        var random = SeededGenerator(seed: 11)
        let alone = (UInt32(0x20)...0x1FAFF).filter { ClusterScanner.standsAlone($0) && $0 != 0x0A }
            .compactMap(Unicode.Scalar.init)
        for scalar in alone {
            let other = alone[Int.random(in: 0..<alone.count, using: &random)]
            for pair in [[scalar, other], [other, scalar], [scalar, scalar]] {
                var text = ""
                text.unicodeScalars.append(contentsOf: pair)
                #expect(text.count == 2, "\(pair.map { String($0.value, radix: 16) })")
            }
        }
    }

    @Test func `the scanner finds the standard library's clusters`() {
        var random = SeededGenerator(seed: 5)
        let palette: [Unicode.Scalar] = [
            "a", "é", "\u{301}", "👩", "\u{200D}", "💻", "\u{FE0F}", "❤", "🇩", "🇪", "漢", "한", "\u{1112}", "\u{1161}",
            "\u{11AB}", "\u{1F3FD}", "क", "\u{94D}", "ष", "\u{0E33}", "\u{3099}", "か", " ",
        ]
        for _ in 0..<3_000 {
            var text = ""
            for _ in 0..<10 { text.unicodeScalars.append(palette[Int.random(in: 0..<palette.count, using: &random)]) }
            var copy = text
            let found = copy.withUTF8 { bytes in
                var scanner = ClusterScanner(text, bytes: bytes)
                var clusters: [String] = []
                while let cluster = scanner.next() {
                    clusters.append(String(decoding: bytes[cluster.bytes], as: UTF8.self))
                }
                return clusters
            }
            #expect(found == text.map { String($0) })
        }
    }
}
