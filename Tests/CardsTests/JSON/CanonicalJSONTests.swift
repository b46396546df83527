import Cards
import Testing

/// The examples of RFC 8785 and of ECMAScript's number formatting.
@Suite struct CanonicalJSONTests {
    private func canonical(_ text: String) throws -> String {
        String(decoding: CanonicalJSON.bytes(try JSONParser.parse(Array(text.utf8))), as: UTF8.self)
    }

    @Test(arguments: [
        ("0", "0"), ("-0", "0"), ("-0.0", "0"), ("5e-324", "5e-324"), ("-5e-324", "-5e-324"),
        ("1.7976931348623157e308", "1.7976931348623157e+308"), ("9007199254740992", "9007199254740992"),
        ("-9007199254740992", "-9007199254740992"), ("295147905179352830000", "295147905179352830000"),
        ("9.999999999999997e22", "9.999999999999997e+22"), ("1e23", "1e+23"),
        ("1.0000000000000001e23", "1.0000000000000001e+23"), ("999999999999999700000", "999999999999999700000"),
        ("999999999999999900000", "999999999999999900000"), ("1e21", "1e+21"), ("1e20", "100000000000000000000"),
        ("9.999999999999997e-7", "9.999999999999997e-7"), ("0.000001", "0.000001"), ("1e-6", "0.000001"),
        ("1e-7", "1e-7"), ("333333333.33333329", "333333333.3333333"),
        ("-0.0000033333333333333333", "-0.0000033333333333333333"),
        ("1424953923781206.2", "1424953923781206.2"), ("4.50", "4.5"), ("2e-3", "0.002"),
        ("0.000000000000000000000000001", "1e-27"), ("10", "10"), ("10.0", "10"), ("100", "100"), ("123e2", "12300"),
        ("0.1", "0.1"), ("10.5", "10.5"), ("1E30", "1e+30"),
    ])
    func `numbers are written as ECMAScript writes them`(number: (String, String)) throws {
        #expect(try canonical(number.0) == number.1)
    }

    @Test func `the example of the RFC`() throws {
        let text = #"""
            {
              "numbers": [333333333.33333329, 1E30, 4.50,
                          2e-3, 0.000000000000000000000000001],
              "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
              "literals": [null, true, false]
            }
            """#
        let expected = #"""
            {"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}
            """#
        #expect(try canonical(text) == expected)
    }

    @Test func `members are sorted by UTF-16 code units`() throws {
        let text = #"""
            {"\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh",
             "1": "One", "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control", "\u00f6": "Latin Small Letter O With Diaeresis"}
            """#
        let order = [
            "Carriage Return", "One", "Control", "Latin Small Letter O With Diaeresis", "Euro Sign",
            "Emoji: Grinning Face", "Hebrew Letter Dalet With Dagesh",
        ]
        let values = try JSONParser.parse(Array(try canonical(text).utf8)).object?.members.compactMap(\.value.string)
        #expect(values == order)
    }

    @Test func `a number beyond the range of doubles keeps its literal`() throws {
        #expect(try canonical("[1e400]") == "[1e400]")
    }

    @Test func `the digest of a card is that of its content`() throws {
        func digest(_ text: String) throws -> String { CardDigest(of: try JSONParser.parse(Array(text.utf8))).text }
        let plain = try digest(#"{"priority": 1, "content": []}"#)
        // The output of: printf '{"content":[],"priority":1}' | sha256sum
        #expect(plain == "sha256:bf27f2ea4c95f3d6debb8aa0b5384c85ce97104715cd26e7751ca24de19b2206")
        #expect(try digest(#"{"content":[],"priority":1.0}"#) == plain)
        #expect(try digest(#"{"content":[],"priority":1,"ask":{"id":"a"}}"#) == plain)
        #expect(try digest(#"{"content":[],"priority":2}"#) != plain)
        #expect(CardDigest(plain)?.text == plain)
        for wrong in [
            "", "sha256:", plain.uppercased(), plain + "0", String(plain.dropFirst(7)),
            "sha256:" + String(repeating: "g", count: 64),
        ] {
            #expect(CardDigest(wrong) == nil)
        }
    }

    @Test func `a decoded card knows its digest, and one that belongs to no ask has none`() throws {
        let card = try CardBody.decode(
            Array(#"{"content":[{"type":"text","text":"A"}],"x":1,"ask":{"id":"a","signed":true}}"#.utf8))
        #expect(
            card.ask?.digest
                == CardDigest(of: try JSONParser.parse(Array(#"{"x":1,"content":[{"text":"A","type":"text"}]}"#.utf8))))
        #expect(card.ask?.id == "a" && card.ask?.isSigned == true && card.unknown == ["x": 1])
        #expect(try CardBody.decode(card.encoded()) == card)
        #expect(try CardBody.decode(Array(#"{"content":[]}"#.utf8)).ask == nil)
    }
}
