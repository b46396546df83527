import Cards
import Testing

@Suite struct IdentifierTests {
    @Test func `an identifier is checked by length and characters`() {
        let controls = Array(0...0x1F) + [0x7F] + Array(0x80...0x9F)
        for code in controls.compactMap({ Unicode.Scalar($0 as Int) }) {
            for text in ["\(code)", "a\(code)", "\(code)a", "a\(code)a"] {
                #expect(UserID(rawValue: text) == nil && CardID(rawValue: text) == nil, "U+\(code.value)")
                #expect(StreamID(rawValue: text) == nil && DeviceToken(rawValue: text + "12345678") == nil)
            }
        }
        for text in ["a", " ", "\u{A0}", "\u{E9}", "e\u{301}", "\u{200B}", "\u{C5}\u{9F}x".filter { $0.isLetter }, "😀"]
        {
            #expect(UserID(rawValue: text)?.rawValue == text, "\(text.debugDescription)")
        }
        #expect(UserID(rawValue: "") == nil && StreamID(rawValue: "") == nil && CardID(rawValue: "") == nil)
        #expect(UserID(rawValue: String(repeating: "é", count: 64)) != nil)
        #expect(UserID(rawValue: String(repeating: "é", count: 65)) == nil)
        #expect(StreamID(rawValue: String(repeating: "a", count: 64)) != nil)
        #expect(StreamID(rawValue: String(repeating: "a", count: 65)) == nil)
        #expect(StreamID(rawValue: "A-z_0.9") == "A-z_0.9")
        for text in [".", ".."] { #expect(StreamID(rawValue: text) == nil && CardID(rawValue: text) == nil) }
        #expect(StreamID(rawValue: "...") == "..." && StreamID(rawValue: ".a") == ".a")
        for text in ["a b", "a/b", "ä", "a:b"] { #expect(StreamID(rawValue: text) == nil) }
        #expect(DeviceToken(rawValue: "1234567") == nil && DeviceToken(rawValue: "12345678") != nil)
    }

    @Test func `identifiers are equal by bytes, and sorted by them as in a database`() {
        let composed = UserID("\u{E9}"), decomposed = UserID("e\u{301}")
        #expect("\u{E9}" == "e\u{301}", "equal to Swift")
        #expect(composed != decomposed && Set([composed, decomposed]).count == 2)
        #expect([composed: 1, decomposed: 2].count == 2)
        #expect(CardID("K") != CardID("\u{212A}"))
        #expect(decomposed < composed && !(composed < decomposed) && !(composed < composed))
        let texts = ["é", "e\u{301}", "z", "Z", "a", "ab", "\u{FF5E}", "😀"]
        #expect(
            texts.compactMap { CardID(rawValue: $0) }.sorted().map { Array($0.rawValue.utf8) }
                == texts.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) })
    }

    @Test func `a text from outside is refused with its field`() {
        #expect(throws: InvalidField("/user", expected: "from 1 to 128 bytes without control characters")) {
            try UserID("a\0", at: "/user")
        }
        #expect(
            PushNotification(payload: ["cardstream": ["id": "1", "card": "a\0", "stream": "ops", "title": "t"]]) == nil)
        #expect(throws: CardProblem.self) {
            try Card(json: [
                "id": "a\0", "stream": "ops", "status": "active", "created": "2026-11-21T09:30:00Z",
                "card": ["content": []],
            ])
        }
    }
}
