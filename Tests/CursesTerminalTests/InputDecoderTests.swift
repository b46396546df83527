import Canvas
import Testing

@testable import CursesTerminal

@Suite struct InputDecoderTests {
    static let keys: [(String, [KeyChord])] = [
        ("j", [KeyChord(.character("j"))]), ("G", [KeyChord(.character("G"))]),
        ("é漢", ["é", "漢"].map { KeyChord(.character($0)) }),
        ("👩‍💻", [KeyChord(.character("👩‍💻"))]), ("e\u{301}", [KeyChord(.character("e\u{301}"))]),
        ("\r", [.enter]), ("\n", [.control("j")]), ("\t", [.tab]), ("\u{7F}", [.backspace]),
        ("\u{08}", [.control("h")]),
        ("\u{04}", [.control("d")]), ("\u{00}", [.control(" ")]), ("\u{1C}", [.control("\\")]),
        ("\u{1F}", [.control("_")]),
        ("\u{1B}", [.escape]), ("\u{1B}\u{1B}", [.escape, .escape]), ("\u{1B}1", [.alt("1")]), ("\u{1B}é", [.alt("é")]),
        ("\u{1B}\r", [KeyChord(.enter, .alt)]), ("\u{1B}\u{04}", [KeyChord(.character("d"), [.control, .alt])]),
        ("\u{1B}[", [.alt("[")]), ("\u{1B}O", [.alt("O")]), ("\u{1B}]", [.alt("]")]),
        ("\u{1B}[A", [.up]), ("\u{1B}OB", [.down]), ("\u{1B}[H", [.home]), ("\u{1B}OF", [.end]),
        ("\u{1B}[1;5C", [KeyChord(.right, .control)]), ("\u{1B}[1;3D", [KeyChord(.left, .alt)]),
        ("\u{1B}[1;2A", [KeyChord(.up, .shift)]), ("\u{1B}[1;8A", [KeyChord(.up, [.control, .alt, .shift])]),
        ("\u{1B}O5A", [KeyChord(.up, .control)]), ("\u{1B}Oa", [KeyChord(.up, .control)]),
        ("\u{1B}[b", [KeyChord(.down, .shift)]),
        ("\u{1B}\u{1B}[A", [KeyChord(.up, .alt)]),
        ("\u{1B}[Z", [.backtab]), ("\u{1B}[5~", [.pageUp]), ("\u{1B}[6;5~", [KeyChord(.pageDown, .control)]),
        ("\u{1B}[1~", [.home]), ("\u{1B}[8~", [.end]), ("\u{1B}[3~", [.delete]),
        ("\u{1B}[3^", [KeyChord(.delete, .control)]),
        ("\u{1B}[3$", [KeyChord(.delete, .shift)]), ("\u{1B}[7@", [KeyChord(.home, [.control, .shift])]),
        ("\u{1B}OP", [KeyChord(.function(1))]), ("\u{1B}[15~", [KeyChord(.function(5))]),
        ("\u{1B}[24;2~", [KeyChord(.function(12), .shift)]),
        ("\u{1B}[[A", [KeyChord(.function(1))]), ("\u{1B}OM", [.enter]), ("\u{1B}Oj", [KeyChord(.character("*"))]),
        ("\u{1B}[27;5;13~", [KeyChord(.enter, .control)]), ("\u{1B}[97;5u", [.control("a")]),
        ("\u{1B}[9;2u", [.backtab]),
        // The kitty keyboard protocol.
        ("\u{1B}[27u", [.escape]), ("\u{1B}[13;5u", [KeyChord(.enter, .control)]),
        ("\u{1B}[13;2u", [KeyChord(.enter, .shift)]), ("\u{1B}[91;5u", [.escape]), ("\u{1B}[105;5u", [.tab]),
        ("\u{1B}[109;5u", [.enter]), ("\u{1B}[106;5u", [.control("j")]), ("\u{1B}[45:95;6u", [.control("_")]),
        ("\u{1B}[49:33;4u", [.alt("!")]), ("\u{1B}[97:65;4u", [.alt("A")]), ("\u{1B}[1089::99;5u", [.control("c")]),
        ("\u{1B}[1078::59;3u", [.alt(";")]), ("\u{1B}[97;69u", [.control("a")]), ("\u{1B}[32;5u", [.control(" ")]),
        ("\u{1B}[57414u", [.enter]), ("\u{1B}[57417;5u", [KeyChord(.left, .control)]),
        ("\u{1B}[57399u", [KeyChord(.character("0"))]), ("\u{1B}[57376u", [KeyChord(.function(13))]),
        ("\u{1B}[57358ux", [KeyChord(.character("x"))]), ("\u{1B}[57441;2ux", [KeyChord(.character("x"))]),
        ("\u{1B}[127;2u", [KeyChord(.backspace, .shift)]), ("\u{1B}[100;9ux", [KeyChord(.character("x"))]),
        ("\u{1B}[100;33u", [.alt("d")]),
        ("\u{1B}[ux", [KeyChord(.character("x"))]), ("\u{1B}[1114112ux", [KeyChord(.character("x"))]),
        ("\u{1B}[:;:ux", [KeyChord(.character("x"))]), ("\u{1B}[55296ux", [KeyChord(.character("x"))]),
        // Unrequested replies and invalid sequences produce no keys.
        ("\u{1B}]11;rgb:0/0/0\u{07}x", [KeyChord(.character("x"))]),
        ("\u{1B}P1+r\u{1B}\\x", [KeyChord(.character("x"))]),
        ("\u{1B}[?62;4cx", [KeyChord(.character("x"))]),
        ("\u{1B}[12;40Rx", [KeyChord(.function(3), []), KeyChord(.character("x"))]),
        ("\u{1B}[99999999999999999999~x", [KeyChord(.character("x"))]), ("\u{1B}[M !!x", [KeyChord(.character("x"))]),
    ]

    @Test(arguments: keys)
    func `bytes become keys`(_ bytes: String, _ chords: [KeyChord]) {
        var decoder = InputDecoder()
        // A cursor position report looks like F3 with modifiers, and modifiers of 40 are not compared here.
        let events = decoder.decode(bytes.utf8, isFinal: true)
        if bytes.contains("12;40R") {
            #expect(events.last == chords.last.map(InputEvent.key))
        } else {
            #expect(events == chords.map(InputEvent.key))
        }
        #expect(!decoder.isWaiting)
    }

    @Test(
        arguments: keys.filter {
            $0.0.utf8.count > 2 && !$0.0.hasPrefix("\u{1B}\u{1B}") && $0.0.count(where: { $0 > "\u{7F}" }) == 0
        })
    func `sequences may arrive a byte at a time`(_ bytes: String, _ chords: [KeyChord]) {
        var decoder = InputDecoder()
        var events: [InputEvent] = []
        for byte in bytes.utf8 { events += decoder.decode([byte], isFinal: false) }
        events += decoder.decode([], isFinal: true)
        #expect(events.last == chords.last.map(InputEvent.key))
    }

    @Test func `a paste is one event, whatever it holds and however it arrives`() {
        let sent = "\u{1B}[200~dd\r\nline\rtwo\u{1B}[A\u{1B}[201\u{1B}[201~q"
        for size in 1...sent.utf8.count {
            var decoder = InputDecoder()
            var events: [InputEvent] = []
            var rest = Array(sent.utf8)[...]
            while !rest.isEmpty {
                events += decoder.decode(rest.prefix(size), isFinal: true && rest.count <= size)
                rest = rest.dropFirst(size)
            }
            #expect(
                events == [.paste("dd\nline\ntwo\u{1B}[A\u{1B}[201"), .key(KeyChord(.character("q")))],
                "in pieces of \(size)")
        }
    }

    @Test(
        arguments: [
            ([0xE0, 0x1B, 0x5B, 0x41], [.up]), ([0x1B, 0xE0, 0x1B, 0x5B, 0x41], [.up]),
            ([0xF0, 0x9F, 0x0D], [.enter]), ([0x61, 0xC3, 0x7F], [KeyChord(.character("a")), .backspace]),
            ([0xC2, 0x9B, 0x41], [KeyChord(.character("A"))]), ([0x1B, 0xC2, 0x9B], []),
            (Array("\u{1B}[155u".utf8), []),
            (Array("\u{1B}[97:127;2u".utf8), [KeyChord(.character("a"), .shift)]), (Array("\u{1B}[27;1;155~".utf8), []),
        ] as [([UInt8], [KeyChord])])
    func `bytes that are not text are no keys, and later bytes are read as usual`(bytes: [UInt8], keys: [KeyChord]) {
        for isWhole in [true, false] {
            var decoder = InputDecoder()
            var events = isWhole ? decoder.decode(bytes, isFinal: true) : []
            if !isWhole { for byte in bytes { events += decoder.decode([byte], isFinal: false) } }
            events += decoder.decode([], isFinal: true)
            #expect(events == keys.map { .key($0) })
        }
    }

    @Test func `an endless paste does not fill the memory`() {
        var decoder = InputDecoder()
        _ = decoder.decode("\u{1B}[200~".utf8, isFinal: false)
        let block = [UInt8](repeating: 0x61, count: 1 << 18)
        for _ in 0..<8 { #expect(decoder.decode(block, isFinal: false).isEmpty) }
        guard case .paste(let text) = decoder.decode("\u{1B}[201~".utf8, isFinal: false).first else {
            Issue.record("no paste")
            return
        }
        #expect(text.utf8.count == InputDecoder.pasteLimit)
    }

    @Test func `mouse, focus and colour scheme are reported`() {
        var decoder = InputDecoder()
        let events = decoder.decode(
            "\u{1B}[<0;5;3M\u{1B}[<0;5;3m\u{1B}[<32;6;3M\u{1B}[<64;1;1M\u{1B}[<81;1;1M\u{1B}[I\u{1B}[O\u{1B}[?997;1n\u{1B}[?997;2n"
                .utf8,
            isFinal: false)
        let at = Point(column: 4, row: 2)
        #expect(
            events == [
                .mouse(MouseEvent(.press(.left), at: at)), .mouse(MouseEvent(.release(.left), at: at)),
                .mouse(MouseEvent(.drag(.left), at: Point(column: 5, row: 2))),
                .mouse(MouseEvent(.scrollUp, at: .zero)),
                .mouse(MouseEvent(.scrollDown, at: .zero, modifiers: .control)), .focus(true), .focus(false),
                .colorScheme(.dark), .colorScheme(.light),
            ])
    }

    @Test func `the terminal's own sequences come first`() {
        var decoder = InputDecoder(extras: [
            [0x08]: .backspace, Array("\u{1B}[11^".utf8): KeyChord(.function(1), .control),
        ])
        #expect(
            decoder.decode("\u{08}\u{1B}[11^".utf8, isFinal: false) == [
                .key(.backspace), .key(KeyChord(.function(1), .control)),
            ])
    }

    @Test func `no bytes make the decoder trap or wait without end`() {
        var state: UInt64 = 42
        var decoder = InputDecoder()
        let alphabet: [UInt8] = [
            0x1B, 0x5B, 0x4F, 0x3B, 0x31, 0x32, 0x30, 0x7E, 0x4D, 0x3C, 0x50, 0x07, 0xC3, 0xA9, 0xF0, 0xFF, 0x61, 0x24,
        ]
        for _ in 0..<20_000 {
            var bytes: [UInt8] = []
            for _ in 0..<9 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                bytes.append(alphabet[Int(state >> 33) % alphabet.count])
            }
            _ = decoder.decode(bytes, isFinal: false)
        }
        _ = decoder.decode("\u{1B}[201~\u{07}\u{1B}\\".utf8, isFinal: true)
        _ = decoder.decode([], isFinal: true)
        #expect(decoder.decode("x".utf8, isFinal: true) == [.key(KeyChord(.character("x")))])
    }

    static let replies: [(String, TerminalReply)] = [
        ("\u{1B}P>|kitty(0.35.2)\u{1B}\\", .version("kitty(0.35.2)")),
        ("\u{1B}[?63;1;2;4c", .attributes([63, 1, 2, 4])),
        ("\u{1B}[6;20;10t", .cellPixels(Size(columns: 10, rows: 20))),
        ("\u{1B}_Gi=31;OK\u{1B}\\", .graphics(isOK: true)),
        ("\u{1B}]11;rgb:ffff/fbfb/e8e8\u{1B}\\", .background(.light)),
        ("\u{1B}]11;rgb:28/2c/34\u{07}", .background(.dark)),
        ("\u{1B}]11;rgba:1/1/1/f\u{07}", .background(.dark)),
        ("\u{1B}]11;#fdf6e3\u{07}", .background(.light)),
        ("\u{1B}_Gi=31;ENOTSUPPORTED:no\u{1B}\\", .graphics(isOK: false)),
    ]

    @Test(arguments: replies)
    func `responses are not keys, wherever they are split`(bytes: String, reply: TerminalReply) {
        let all = Array(bytes.utf8)
        for split in 0...all.count {
            var decoder = InputDecoder()
            var events = decoder.decode(Array("j".utf8) + all[..<split], isFinal: false)
            // After three bytes the sequence is unambiguous, so the decoder may wait for the rest.
            #expect(decoder.isInsideSequence == (3..<all.count).contains(split), "\(split)")
            events += decoder.decode(Array(all[split...]) + Array("k".utf8), isFinal: true)
            #expect(events == [.key(KeyChord(.character("j"))), .key(KeyChord(.character("k")))], "\(split)")
            #expect(decoder.takeReplies() == [reply])
            #expect(decoder.takeReplies().isEmpty)
        }
    }

    @Test func `keys that begin like a response stay keys`() {
        var decoder = InputDecoder()
        #expect(decoder.decode(Array("\u{1B}P".utf8), isFinal: false).isEmpty && !decoder.isInsideSequence)
        #expect(decoder.decode([], isFinal: true) == [.key(.alt("P"))])
        #expect(decoder.decode(Array("\u{1B}[6;5~\u{1B}_".utf8), isFinal: true).count == 2)
        #expect(decoder.takeReplies().isEmpty)
    }
}
