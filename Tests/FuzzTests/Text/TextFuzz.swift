import Canvas
import Cards
import CurlTransport

@testable import FeedServer

/// The smallest readers: of JSON, of text to show, and of addresses.
enum TextFuzz {
    static let targets = [json, safeText, addresses]

    /// The parser of trees and that of slices agree on what is JSON, and a value that is written again is the same
    /// value.
    static let json = FuzzTarget(
        name: "json",
        seeds: [
            #"{"a":[1,-0.5e3,true,null,"\u00e9\ud83d\ude00\n"],"b":{"c":{}}}"#, "[[[[]]]]", "1e400",
            "123456789012345678901234567890.123456789", #""\ud800""#, "\"\u{7F}\u{2028}é\"",
        ].map { Array($0.utf8) },
        words: [
            "{\"", "\":", "\\u", "\\ud83d\\ude00", "true", "false", "null", "1e", "-0", "[", "]", "{}", ",", "\\\\",
        ]
    ) { input in
        let slice = JSONSlice(input.bytes)
        let json = try? JSONParser.parse(input.bytes)
        let checked: ()? = try? slice.check()
        guard let json else {
            let error = (try? slice.value()) == nil
            return try require(error, "the slice has a value and the tree has none")
        }
        try require(checked != nil, "the tree has a value and the slice is none")
        try requireEqual(try slice.value(), json, "slice and tree")
        for isPretty in [false, true] {
            try requireEqual(try JSONParser.parse(json.encoded(isPretty: isPretty)), json, "written and read again")
        }
        let printable = PrintableJSON.text(json.encoded())
        try require(
            !printable.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }, printable)
        try requireEqual(try JSONParser.parse(printable), json, "printed and read again")
        let canonical = CanonicalJSON.bytes(json)
        try requireEqual(CanonicalJSON.bytes(try JSONParser.parse(canonical)), canonical, "the canonical form")
    }

    /// Safe text has no control characters, does not change when it is cleaned again, and is as wide as it reports.
    static let safeText = FuzzTarget(
        // Short inputs are enough, because the meaning of a scalar depends on few others around it.
        name: "safe-text", longest: 300,
        seeds: [
            "plain", "a\tb\r\nc\u{85}d\u{2028}e\u{1B}[31m", "e\u{301}\u{327}\u{489}", "👩\u{200D}👩\u{200D}👧\u{200D}👦",
            "שלום\u{202E}abc\u{2066}", "漢字かな交じり文", "🇩🇪🇫🇷", "क्\u{200D}ष", "\u{E000}\u{FFFF}\u{FE0F}☺\u{FE0F}", "한각",
        ].map { Array($0.utf8) },
        words: [
            "\u{1B}", "\u{9B}", "\u{200D}", "\u{200C}", "\u{FE0F}", "\u{301}", "\u{202E}", "\u{E0041}", "\u{115F}",
            "\u{FFF9}",
            "👩", "🏽", "🇩", "क", "\u{94D}", "\u{2028}", "\r\n", "ᄀ", "ᅡ", "\u{FEFF}", "\u{25CC}",
        ]
    ) { input in
        var input = input
        let limit = input.number(0...255)
        let width = input.number(1...40)
        for lines in [SafeText.Lines.single, .multiple] {
            let text = SafeText(input.text, lines: lines)
            try check(text, lines)
            let short = SafeText(input.text, lines: lines, limit: limit)
            try check(short, lines)
            try require(short.string.unicodeScalars.count <= max(limit, 0), "\(limit) scalars: \(short)")
            try check(text + short, .multiple)
            try check(wrapped: text, width: width)
            let cut = TextLayout.truncate(text, width: width)
            try require(TextLayout.width(of: cut) <= width, "\(cut) is wider than \(width)")
        }
    }

    private static func check(_ text: SafeText, _ lines: SafeText.Lines) throws {
        try requireEqual(SafeText(text.string, lines: lines), text, "cleaned twice")
        let controls = text.string.unicodeScalars.filter {
            ($0.value < 0x20 && ($0 != "\n" || lines == .single)) || (0x7F...0x9F).contains($0.value)
                || (0x2028...0x202E).contains($0.value) || (0x2066...0x2069).contains($0.value)
                || (0xE0000...0xE007F).contains($0.value)
        }
        try require(controls.isEmpty, "control characters: \(controls.map(\.value))")
        try require(!text.isPlain || text.string.utf8.allSatisfy { (0x20...0x7E).contains($0) }, "not plain: \(text)")
    }

    /// No line is wider than requested, and no word is lost.
    private static func check(wrapped text: SafeText, width: Int) throws {
        let lines = TextLayout.wrap(text, width: width)
        for line in lines {
            let isOneGlyph = line.text.string.count == 1
            try require(line.width <= width || isOneGlyph, "a line of \(line.width) columns instead of \(width)")
            try requireEqual(TextLayout.width(of: line.text), line.width, "the width of \(line.text)")
        }
        try requireEqual(
            letters(lines.map(\.text.string).joined(separator: "\n")), letters(text.string), "the letters of all lines")
    }

    /// The letters of a text. Blanks at line breaks are dropped, together with combining marks on them.
    private static func letters(_ text: String) -> [Unicode.Scalar] {
        Array(String(text.filter { $0.unicodeScalars.first != " " && $0.unicodeScalars.first != "\n" }).unicodeScalars)
    }

    /// An address that is accepted is written as one that is the same.
    static let addresses = FuzzTarget(
        name: "addresses", longest: 300,
        seeds: ["https://cards.example.com:8443/base/?q", "http://[::1]/", "*.example.com", "[::]:80", "127.0.0.1:0"]
            .map {
                Array($0.utf8)
            }, words: ["https://", "ws://", "@", ":", "[::1]", "%2f", "xn--", "*.", "..", "65536", "#"]
    ) { input in
        if let url = ServerURL(input.text) {
            try requireEqual(ServerURL(url.description), url, "written and read again")
            try require(!url.host.contains("@") && !url.origin.hasSuffix("/"), url.origin)
            try require(ServerURL(url.base)?.origin == url.origin, "the base \(url.base)")
        }
        if let pattern = try? HostPattern(input.text) {
            try requireEqual(try HostPattern(pattern.description), pattern, "written and read again")
        }
        if let address = try? ListenAddress(input.text) {
            try requireEqual(try ListenAddress(address.description), address, "written and read again")
        }
        if LinkAddress.problem(input.text) == nil {
            try require(input.text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "an address with a control character")
        }
    }
}
