import Cards
import Support
import Testing

@Suite struct JSONParserTests {
    @Test(
        arguments: [
            ("null", JSONValue.null), (" true ", true), ("\t\r\nfalse", false), ("\"\"", ""), ("[]", []), ("{}", [:]),
            ("[1, [2], {\"a\": null}]", [1, [2], ["a": nil]]),
            ("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\u{8}\u{C}\n\r\t"),
            ("\"\\u0041\\u00e9\\uD83D\\uDE00\"", "Aé😀"),
            ("\"plain text of more than eight bytes, é, 😀, 中\"", "plain text of more than eight bytes, é, 😀, 中"),
            ("{\"a\\u0062\": 1}", ["ab": 1]),
        ] as [(String, JSONValue)])
    func `valid JSON is parsed`(text: String, value: JSONValue) throws {
        #expect(try JSONParser.parse(text) == value)
        try JSONSlice(Array(text.utf8)).check()
    }

    @Test(arguments: ["0", "-0", "0.10", "1e5", "1E+05", "-12.5e-3", "123456789012345678901234567890"])
    func `numbers keep the text they were written with`(literal: String) throws {
        let value = try JSONParser.parse(literal)
        #expect(value.number?.literal == literal)
        #expect(value.text() == literal)
    }

    @Test(arguments: [
        ("", JSONError.Kind.unexpectedEnd(expected: "a JSON value"), 0),
        ("[1,]", .unexpectedCharacter(expected: "a JSON value"), 3),
        ("[1 2]", .unexpectedCharacter(expected: "a comma or a closing bracket"), 3),
        ("{\"a\" 1}", .unexpectedCharacter(expected: "a colon after the key"), 5),
        ("{a: 1}", .unexpectedCharacter(expected: "a key in double quotes"), 1),
        ("{\"a\": 1,}", .unexpectedCharacter(expected: "a key in double quotes"), 8),
        ("{\"a\": 1", .unexpectedEnd(expected: "a comma or a closing brace"), 7),
        ("\"abc", .unexpectedEnd(expected: "a closing double quote"), 4),
        ("nul", .unexpectedEnd(expected: "a JSON value"), 3),
        ("01", .invalidNumber, 0), ("1.", .invalidNumber, 0), ("[-]", .invalidNumber, 1), ("1e", .invalidNumber, 0),
        ("+1", .unexpectedCharacter(expected: "a JSON value"), 0),
        ("NaN", .unexpectedCharacter(expected: "a JSON value"), 0),
        ("\"a\nb\"", .controlCharacter, 2), ("\"\u{0}\"", .controlCharacter, 1),
        ("\"\\x\"", .invalidEscape, 1), ("\"\\u12G4\"", .invalidEscape, 1), ("\"\\u12", .invalidEscape, 1),
        ("\"\\uD800\"", .loneSurrogate, 1), ("\"\\uDC00\"", .loneSurrogate, 1),
        ("\"\\uD800\\u0041\"", .loneSurrogate, 1),
        ("1 2", .trailingContent, 2), ("{}x", .trailingContent, 2),
        ("\u{FEFF}{}", .unexpectedCharacter(expected: "a JSON value"), 0),
    ])
    func `a JSON error is reported with its position`(text: String, kind: JSONError.Kind, offset: Int) {
        let error = #expect(throws: JSONError.self) { try JSONParser.parse(text) }
        #expect(error?.kind == kind)
        #expect(error?.offset == offset)
        let skipped = #expect(throws: JSONError.self) { try JSONSlice(Array(text.utf8)).check() }
        #expect(skipped == error)
    }

    @Test func `line and column count characters, not bytes`() {
        let error = #expect(throws: JSONError.self) { try JSONParser.parse("{\n  \"é\": ?\n}") }
        #expect(error?.line == 2)
        #expect(error?.column == 8)
        #expect(error?.description == "line 2, column 8: expected a JSON value")
    }

    @Test(arguments: ["{\"a\":1,\"a\":2}", "[{\"b\":{\"a\":1,\"\\u0061\":2}}]"])
    func `a duplicate key is refused`(text: String) {
        let error = #expect(throws: JSONError.self) { try JSONParser.parse(text) }
        #expect(error?.kind == .duplicateKey("a"))
    }

    @Test func `a duplicate key is found among many`() {
        let members = (0..<5000).map { "\"k\($0)\":\($0)" } + ["\"k77\":0"]
        let error = #expect(throws: JSONError.self) { try JSONParser.parse("{\(members.joined(separator: ","))}") }
        #expect(error?.kind == .duplicateKey("k77"))
    }

    @Test(
        arguments: [
            [0x80], [0xC0, 0xAF], [0xC1, 0xBF], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0xAF],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98],
            [0xE2, 0x28, 0xA1],
        ] as [[UInt8]])
    func `bytes that are not UTF-8 are refused`(bytes: [UInt8]) {
        let document = Array("[\"0123456789".utf8) + bytes + Array("\"]".utf8)
        let error = #expect(throws: JSONError.self) { try JSONParser.parse(document) }
        #expect(error?.kind == .invalidUTF8)
        #expect(error?.offset == 12)
    }

    @Test func `nesting stops at the limit, however deep the text goes`() throws {
        let allowed = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        _ = try JSONParser.parse(allowed)
        for document in [String(repeating: "[", count: 100_000), String(repeating: "{\"a\":", count: 100_000)] {
            for limit in [64, 1_000_000] {
                let error = #expect(throws: JSONError.self) { try JSONParser.parse(document, depthLimit: limit) }
                #expect(error?.kind == .tooDeep(limit: min(limit, 256)))
                let skipped = #expect(throws: JSONError.self) {
                    try JSONSlice(Array(document.utf8), depthLimit: limit).check()
                }
                #expect(skipped == error)
            }
        }
    }

    /// Random bytes that often resemble JSON, so that the deep paths of the parser are reached.
    @Test(arguments: 0..<20)
    func `no bytes make the reader trap`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let alphabet = Array("{}[]\":,\\u0dD8eE+-.truefalsnul \n\u{0}é😀".utf8) + [0x80, 0xFF, 0xED, 0xF4]
        let sample = Array(#"{"a":[1,2.5e3,"é\n\uD83D\uDE00",null,true,{"b":{}}],"c":"long plain text here"}"#.utf8)
        for round in 0..<150 {
            var bytes: [UInt8] = []
            if round.isMultiple(of: 2) {
                bytes = (0..<Int.random(in: 0..<40, using: &random)).map { _ in
                    alphabet.randomElement(using: &random) ?? 0
                }
            } else {
                bytes = sample
                for _ in 0..<Int.random(in: 1..<4, using: &random) {
                    let index = Int.random(in: 0..<bytes.count, using: &random)
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: bytes[index] = alphabet.randomElement(using: &random) ?? 0
                    case 1: bytes.remove(at: index)
                    default: bytes.removeSubrange(index...)
                    }
                    if bytes.isEmpty { break }
                }
            }
            // The parser and the scanner must agree on everything except duplicate keys.
            let parsed = Result { try JSONParser.parse(bytes) }
            let checked = Result { try JSONSlice(bytes).check() }
            switch (parsed, checked) {
            case (.success(let value), .success):
                #expect((try? JSONParser.parse(value.encoded())) == value)
            case (.failure(let left), .failure(let right)):
                #expect(left as? JSONError == right as? JSONError)
            case (.failure(let error), .success):
                guard case .duplicateKey = (error as? JSONError)?.kind else {
                    Issue.record("only the parser refused \(bytes): \(error)")
                    return
                }
            case (.success, .failure(let error)): Issue.record("only the scanner refused \(bytes): \(error)")
            }
        }
    }
}
