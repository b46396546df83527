import Canvas
import Testing

@testable import CardImages

/// The parsers of the decoder's output.
struct OutputTests {
    private let size = Size(columns: 4, rows: 2)

    private func symbols(_ text: String) -> SymbolOutput? { SymbolOutput(Array(text.utf8), most: size) }

    @Test func `colours are read in every notation`() throws {
        let text = "\u{1B}[0m\u{1B}[38;2;1;2;3;48;5;9m▄\u{1B}[93;41m▗\u{1B}[39;49m█\u{1B}[0m \n"
        let row = try #require(symbols(text)?.rows.first)
        #expect(row.map(\.scalar) == ["▄", "▗", "█", " "])
        #expect(
            row.map(\.style) == [
                Style(foreground: .rgb(1, 2, 3), background: .palette(9)),
                Style(foreground: .palette(11), background: .palette(1)), .default, .default,
            ])
    }

    @Test func `reversed blanks are blanks of that colour`() throws {
        let row = try #require(symbols("\u{1B}[7m\u{1B}[38;5;4m \u{1B}[27m▌")?.rows.first)
        #expect(row[0].style == Style(background: .palette(4)))
        #expect(row[1].style == Style(foreground: .palette(4)))
    }

    @Test func `short rows are padded`() throws {
        let rows = try #require(symbols("▄▄▄\n▄\n")?.rows)
        #expect(rows.map(\.count) == [3, 3])
    }

    @Test(arguments: [
        "", "\n", "a", "▄▄▄▄▄", "▄\n▄\n▄", "\u{1B}", "\u{1B}[", "\u{1B}[m", "\u{1B}[1m▄", "\u{1B}[38;5;256m▄",
        "\u{1B}[38;5m▄",
        "\u{1B}[38;2;1;2m▄", "\u{1B}[9999999m▄", "\u{1B}[0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0m▄", "\u{1B}[2J▄",
        "\u{1B}[?25l▄",
        "\u{1B}]8;;http://a\u{7}▄", "\t▄", "\r▄", "▄\u{301}", "漢", "\u{9B}2J", "\u{202E}▄", "\u{E0B0}",
    ])
    func `anything but coloured block characters is refused`(_ text: String) { #expect(symbols(text) == nil) }

    @Test func `bytes that are not text are refused`() {
        #expect(SymbolOutput([0xE2, 0x96], most: size) == nil)
        #expect(SymbolOutput([0xFF], most: size) == nil)
    }

    // MARK: Pixels

    private func pixels(_ text: String) -> PixelOutput? { PixelOutput(Array(text.utf8), width: 2, height: 2) }
    private static let head = "\u{1B}_Ga=T,f=32,s=1,v=1,c=1,r=1,m=1\u{1B}\\"
    private static let end = "\u{1B}_Gm=0\u{1B}\\"

    @Test func `pixels may arrive in pieces`() throws {
        let image = try #require(
            pixels(Self.head + "\u{1B}_Gm=1;AQI=\u{1B}\\\u{1B}_Gm=1;AwR=\u{1B}\\" + Self.end + "\n"))
        #expect(image.rgba == [1, 2, 3, 4])
        #expect(image.width == 1 && image.height == 1)
    }

    @Test(arguments: [
        "", head, head + end, head + "\u{1B}_Gm=1;AQIDBA==\u{1B}\\", head + "\u{1B}_Gm=1;AQIDBAU=\u{1B}\\" + end,
        head + "\u{1B}_Gm=1;AQID\u{1B}\\" + end, head + "\u{1B}_Gm=1;AQ=DBA==\u{1B}\\" + end,
        head + "\u{1B}_Gm=1;A Q\u{1B}\\" + end, head + "\u{1B}_Gm=1;AQIDBA==\u{1B}\\" + end + "\u{1B}[2J",
        head + "\u{1B}_Ga=d;AQIDBA==\u{1B}\\" + end,
        "\u{1B}_Ga=T,f=32,s=3,v=1,c=1,r=1,m=1\u{1B}\\" + "\u{1B}_Gm=1;AQIDBAUGBwgJCgsM\u{1B}\\" + end,
        "\u{1B}_Ga=T,f=32,s=0,v=0,c=1,r=1,m=1\u{1B}\\" + end,
        "\u{1B}_Ga=T,t=f,s=1,v=1,c=1,r=1,m=1\u{1B}\\" + "\u{1B}_Gm=1;AQIDBA==\u{1B}\\" + end,
    ])
    func `anything but the announced number of pixels is refused`(_ text: String) { #expect(pixels(text) == nil) }

    // MARK: Sixels

    private func sixels(_ text: String) -> SixelOutput? { SixelOutput(Array(text.utf8), width: 4, height: 12) }
    private static let start = "\u{1B}P0;1;0q\"1;1;4;12"

    @Test func `sixels pass as they are`() throws {
        let text = Self.start + "#0;2;100;0;0#1;2;0;0;100#0!4~$#1??~~-#0~~~~\u{1B}\\"
        #expect(sixels(text + "\n").map { String(decoding: $0.bytes, as: UTF8.self) } == text)
    }

    @Test func `a part of a sixel picture consists of whole bands`() throws {
        let text = "\u{1B}P0;1;0q\"1;1;1;18#0;2;9;9;9#0@-#0A-#0B\u{1B}\\"
        let image = try #require(SixelOutput(Array(text.utf8), width: 4, height: 18))
        let part = image.cropped(height: 7)
        #expect(part.height == 6)
        #expect(String(decoding: part.bytes, as: UTF8.self) == "\u{1B}P0;1;0q\"1;1;1;6#0;2;9;9;9#0A\u{1B}\\")
    }

    @Test(arguments: [
        "", start, start + "~~", start + "!9~\u{1B}\\", start + "~~~~~\u{1B}\\", start + "!99999999~\u{1B}\\",
        start + "#256~\u{1B}\\", start + "#1;2;101;0;0~\u{1B}\\", start + "#1;1;0;0;0~\u{1B}\\",
        start + "~-~-~\u{1B}\\",
        start + "~\u{1B}[2J\u{1B}\\", start + "~\u{1B}\\\u{1B}[2J", start + "~\u{7}\u{1B}\\", start + "\u{18}~\u{1B}\\",
        "\u{1B}P0;1;0q\"1;1;5;12~\u{1B}\\", "\u{1B}P0;1;0q\"1;1;4;18~\u{1B}\\", "\u{1B}Pq~\u{1B}\\",
        "\u{1B}P0;1;0q\"1;1;4;12;9~\u{1B}\\",
    ])
    func `anything but one picture of its size is refused`(_ text: String) { #expect(sixels(text) == nil) }
}
