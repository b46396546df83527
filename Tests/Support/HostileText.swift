import Foundation

/// Texts that try to control a terminal or to deceive readers: one of each kind. Everything that shows foreign text is
/// tested with all of them.
public struct HostileText: Sendable, CustomStringConvertible {
    public let name: String
    public let text: String

    public var description: String { name }

    private init(_ name: String, _ text: String) {
        self.name = name
        self.text = text
    }

    public static let all: [HostileText] =
        [
            HostileText("CSI: clear the screen", "a\u{1B}[2J\u{1B}[Hb"),
            HostileText("CSI: colours", "a\u{1B}[31;5mb"),
            HostileText("CSI: report the cursor", "a\u{1B}[6nb"),
            HostileText("CSI: bracketed paste ends", "a\u{1B}[201~rm -rf x\rb"),
            HostileText("CSI: scroll region", "a\u{1B}[1;2rb"),
            HostileText("DECSET: alternate screen and mouse", "a\u{1B}[?1049h\u{1B}[?1003hb"),
            HostileText("DECSET: synchronized output never ends", "a\u{1B}[?2026hb"),
            HostileText("OSC: title", "a\u{1B}]0;evil\u{7}b"),
            HostileText("OSC: clipboard", "a\u{1B}]52;c;cm0gLXJmIH4=\u{7}b"),
            HostileText("OSC: hyperlink", "a\u{1B}]8;;https://evil.example\u{1B}\\b\u{1B}]8;;\u{1B}\\"),
            HostileText("OSC: palette", "a\u{1B}]4;1;rgb:00/00/00\u{1B}\\b"),
            HostileText("OSC: notification", "a\u{1B}]777;notify;x;y\u{7}b"),
            HostileText("OSC without an end", "a\u{1B}]0;b"),
            HostileText("DCS: sixel", "a\u{1B}Pq#0;2;0;0;0#0~~\u{1B}\\b"),
            HostileText("DCS: tmux passes on", "a\u{1B}Ptmux;\u{1B}\u{1B}]0;x\u{7}\u{1B}\\b"),
            HostileText("APC: kitty graphics", "a\u{1B}_Ga=T,f=32;AAAA\u{1B}\\b"),
            HostileText("PM", "a\u{1B}^x\u{1B}\\b"),
            HostileText("SOS", "a\u{1B}Xx\u{1B}\\b"),
            HostileText("RIS: reset", "a\u{1B}cb"),
            HostileText("charset: line drawing", "a\u{1B}(0b\u{0E}c"),
            HostileText("lone escape at the end", "a\u{1B}"),
            HostileText("C1: CSI", "a\u{9B}31mb"),
            HostileText("C1: OSC and ST", "a\u{9D}0;evil\u{9C}b"),
            HostileText("C1: DCS, APC, PM, SOS", "a\u{90}q\u{9F}G\u{9E}x\u{98}y\u{9C}b"),
            HostileText("C1: next line, reverse index", "a\u{85}b\u{8D}c"),
            HostileText("NUL", "a\u{00}b"),
            HostileText("bell", "a\u{07}b"),
            HostileText("backspaces", "safe\u{08}\u{08}\u{08}\u{08}evil"),
            HostileText("carriage return", "safe\revil"),
            HostileText("CR LF", "a\r\nb"),
            HostileText("line feed", "a\nb"),
            HostileText("vertical tab and form feed", "a\u{0B}b\u{0C}c"),
            HostileText("tabs", "a\t\tb"),
            HostileText("DEL", "a\u{7F}b"),
            HostileText("bidi overrides", "a\u{202E}gpj.exe\u{202D}b\u{202C}c"),
            HostileText("bidi embeddings", "a\u{202A}b\u{202B}c\u{202C}"),
            HostileText("bidi isolates", "a\u{2066}b\u{2067}c\u{2068}d\u{2069}"),
            HostileText("bidi marks", "a\u{200E}b\u{200F}c\u{061C}d"),
            HostileText("zero-width characters", "pay\u{200B}pal\u{2060}x"),
            HostileText("joiners out of place", "pay\u{200D}pal\u{200C}1"),
            HostileText("byte order mark", "\u{FEFF}a\u{FEFF}b"),
            HostileText("line and paragraph separators", "a\u{2028}b\u{2029}c"),
            HostileText("variation selectors of letters", "a\u{FE0F}b\u{FE00}c\u{E0100}"),
            HostileText("tag characters", "a\u{E0001}\u{E0072}\u{E006D}\u{E007F}b"),
            HostileText("soft hyphens", "pay\u{AD}pal"),
            HostileText("invisible operators", "a\u{2061}b\u{2063}c\u{206F}d"),
            HostileText("annotations", "a\u{FFF9}b\u{FFFA}c\u{FFFB}"),
            HostileText("fillers that look empty", "a\u{115F}\u{1160}\u{3164}\u{FFA0}b"),
            HostileText("noncharacters", "a\u{FFFE}b\u{10FFFF}"),
            HostileText("private use", "a\u{E0A0}b\u{F0000}c"),
            HostileText("combining storm", "a" + String(repeating: "\u{0301}\u{0489}", count: 200) + "b"),
            HostileText("a mark without a base", "\u{0301}a"),
            HostileText("a very long word", String(repeating: "a\u{1B}", count: 3000)),
        ]
        // Each control character of C0 separately.
        + (0x00...0x1F).compactMap { Unicode.Scalar(UInt32($0)) }.map {
            HostileText("U+00\(String($0.value, radix: 16))", "a\(Character($0))b")
        }

    /// All texts joined into one.
    public static var together: String { all.map(\.text).joined(separator: " ") }

    /// The characters that no output may contain; line feeds are allowed. Defined independently of the code under test.
    private static let forbidden: [ClosedRange<UInt32>] = [
        0x00...0x09, 0x0B...0x1F, 0x7F...0x9F, 0xAD...0xAD, 0x34F...0x34F, 0x61C...0x61C, 0x115F...0x1160,
        0x180B...0x180F, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0x3164...0x3164, 0xE000...0xF8FF,
        0xFDD0...0xFDEF, 0xFE00...0xFE0F, 0xFEFF...0xFEFF, 0xFFA0...0xFFA0, 0xFFF9...0xFFFB, 0xFFFE...0xFFFF,
        0xE0000...0xE0FFF, 0xF0000...0x10FFFF,
    ]

    private static let marks: Set<Unicode.GeneralCategory> = [.nonspacingMark, .enclosingMark, .spacingMark]

    /// The output without the escape sequences for colours, which the program itself writes.
    public static func withoutColors(_ output: String) -> String {
        var parts = output.components(separatedBy: "\u{1B}[")
        for index in parts.indices.dropFirst() {
            let rest = parts[index].drop { ("0"..."9").contains($0) || $0 == ";" }
            parts[index] = rest.first == "m" ? String(rest.dropFirst()) : "\u{1B}[" + parts[index]
        }
        return parts.joined()
    }

    /// The first scalar of an output that may control a terminal, or hide or reorder text, described together with the
    /// text around it; nil for a harmless output.
    public static func firstUnsafeScalar(in output: String) -> String? {
        var marks = 0
        let scalars = output.unicodeScalars
        for index in scalars.indices {
            let scalar = scalars[index]
            // A fast path for most characters.
            if scalar.value == 0x0A || (0x20..<0x7F).contains(scalar.value) {
                marks = 0
                continue
            }
            let isMark = scalar.value >= 0x300 && Self.marks.contains(scalar.properties.generalCategory)
            marks = isMark ? marks + 1 : 0
            if forbidden.contains(where: { $0.contains(scalar.value) }) || marks > 4 {
                let before = String(String.UnicodeScalarView(scalars[..<index].suffix(60)))
                return "U+\(String(scalar.value, radix: 16)) after \(before.debugDescription)"
            }
        }
        return nil
    }
}
