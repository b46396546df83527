import Canvas

@testable import CursesTerminal

/// Input from a terminal, and the names of keys in files.
enum TerminalFuzz {
    static let targets = [input, keyNames]

    /// Bytes become keys that are not control characters, and the decoder does not wait forever.
    static let input = FuzzTarget(
        name: "terminal-input", longest: 2000,
        seeds: [
            "jk\u{1B}[A\u{1B}[1;5C\u{1B}OP\u{1B}[15~\u{1B}[27;5;13~\u{1B}[97;5u", "\u{1B}[200~a\r\nb\u{1B}[201~",
            "\u{1B}[<0;5;6M",
            "\u{1B}P>|XTerm(370)\u{1B}\\\u{1B}[?62;4c\u{1B}]11;rgb:ffff/ffff/ffff\u{07}",
            "\u{1B}_Gi=1;OK\u{1B}\\\u{1B}[6;16;8t",
            "\u{1B}[?2048;1$y\u{1B}[48;24;80;480;640t\u{1B}[?997;1n", "\u{1B}P1+r5463=38\u{1B}\\",
            "\u{1B}]99;i=c1:p=?;p=title,body,close,buttons:a=report\u{1B}\\\u{1B}]99;i=c1;1\u{1B}\\", "é漢👩\u{200D}👧",
        ].map { Array($0.utf8) },
        words: [
            "\u{1B}[", "\u{1B}O", "\u{1B}]", "\u{1B}P", "\u{1B}_", "\u{1B}\\", "\u{07}", "\u{1B}[200~", "\u{1B}[201~",
            "\u{1B}[M",
            ";", ":", "u", "~", "$y", "997;", "27;5;", "rgb:", "99;", "+r", ">|", "?",
        ]
    ) { input in
        var input = input
        let pieces = input.pieces()
        var whole = InputDecoder()
        let events = whole.decode(input.bytes, isFinal: true)
        try check(events)
        // No input blocks the keyboard: once a paste is over, a key is a key.
        let last = whole.decode(Array("\u{1B}[201~j".utf8), isFinal: true).last
        try require(last == .key(KeyChord(.character("j"))) && !whole.isWaiting, "a key is \(last.debugDescription)")
        var split = InputDecoder()
        var found: [InputEvent] = []
        for piece in pieces { found += split.decode(piece, isFinal: false) }
        found += split.decode([], isFinal: true)
        try check(found)
        // Whether an accent belongs to the letter before it depends on what has arrived.
        guard input.bytes.allSatisfy({ $0 < 0x80 }) else { return }
        var late = InputDecoder()
        let all = late.decode(input.bytes, isFinal: false) + late.decode([], isFinal: true)
        try requireEqual(all, found, "whole and in pieces")
        try requireEqual(late.takeReplies(), split.takeReplies(), "replies, whole and in pieces")
    }

    private static func check(_ events: [InputEvent]) throws {
        for event in events {
            switch event {
            case .key(let chord):
                guard case .character(let character) = chord.key else { continue }
                let isControl = character.unicodeScalars.contains {
                    $0.value < 0x20 || (0x7F...0x9F).contains($0.value)
                }
                try require(!isControl, "the key \(Array(String(character).unicodeScalars.map(\.value)))")
            case .paste(let text):
                try require(text.utf8.count <= 3 * InputDecoder.pasteLimit, "a paste of \(text.utf8.count) bytes")
                try require(!text.utf8.contains(0x0D), "a paste with a carriage return")
            case .mouse(let mouse):
                try require(mouse.position.column >= 0 && mouse.position.row >= 0, "the mouse is at \(mouse.position)")
            default: break
            }
        }
    }

    /// A valid key has a name that means the same key.
    static let keyNames = FuzzTarget(
        name: "key-names", longest: 60,
        seeds: ["ctrl-d", "alt-shift-f5", "esc", "ctrl--", "minus", "G", "Ctrl-É"].map { Array($0.utf8) },
        words: ["ctrl-", "alt-", "shift-", "space", "minus", "backtab", "f2", "ß", "İ", "ŉ"]
    ) { input in
        guard let chord = KeyChord(name: input.text) else { return }
        try requireEqual(KeyChord(name: chord.name), chord, "the key \(chord.name)")
    }
}
