import Cards
import Support
import Testing

@Suite struct PrintableJSONTests {
    @Test(arguments: HostileText.all)
    func `printed JSON cannot control a terminal, and keeps its value`(hostile: HostileText) throws {
        let value: JSONValue = ["text": .string(hostile.text), hostile.text: [.string(hostile.text)]]
        for isPretty in [false, true] {
            let text = PrintableJSON.text(value.encoded(isPretty: isPretty))
            #expect(HostileText.firstUnsafeScalar(in: text) == nil)
            #expect(try JSONParser.parse(text) == value)
        }
    }

    @Test(arguments: [
        ("\"a\u{9B}b\"", "\"a\\u009bb\""), ("\"\u{7F}\"", "\"\\u007f\""), ("\"\u{202E}\"", "\"\\u202e\""),
        ("\"\u{E0041}\"", "\"\\udb40\\udc41\""), ("\"\u{301}\"", "\"\\u0301\""), ("\"e\u{301}\"", "\"e\u{301}\""),
        ("{\"a\":\t1,\r\n\"b\":2}", "{\"a\": 1, \n\"b\":2}"), ("\"日本 ü 🇩🇪\"", "\"日本 ü 🇩🇪\""),
        ("\"\\\\\u{85}\"", "\"\\\\\\u0085\""),
    ])
    func `only unprintable characters are escaped`(json: String, printed: String) {
        #expect(
            PrintableJSON.text(json).unicodeScalars.elementsEqual(printed.unicodeScalars), "\(json.debugDescription)")
    }

    @Test func `text that is not JSON is harmless as well`() {
        #expect(PrintableJSON.text([0x1B, 0x5B, 0x32, 0x4A, 0xFF]) == "\\u001b[2J\u{FFFD}")
        #expect(HostileText.firstUnsafeScalar(in: PrintableJSON.text(HostileText.together)) == nil)
    }
}
