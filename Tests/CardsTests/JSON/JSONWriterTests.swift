import Cards
import Testing

@Suite struct JSONWriterTests {
    private let value: JSONValue = [
        "a": [1, [], ["b": [:]], nil], "text": "\"\\\u{8}\t\n\u{C}\r\u{1}é😀/", "yes": true, "list": ["x"],
    ]

    @Test func `compact output has no unnecessary bytes`() {
        #expect(
            value.text()
                == #"{"a":[1,[],{"b":{}},null],"text":"\"\\\b\t\n\f\r\u0001é😀/","yes":true,"list":["x"]}"#)
    }

    @Test func `pretty output has a line for each member`() {
        let value: JSONValue = ["a": [1, []], "b": ["c": [:]]]
        #expect(
            value.text(isPretty: true) == """
                {
                  "a": [
                    1,
                    []
                  ],
                  "b": {
                    "c": {}
                  }
                }
                """)
    }

    @Test(arguments: [false, true])
    func `written JSON reads back equal`(isPretty: Bool) throws {
        #expect(try JSONParser.parse(value.encoded(isPretty: isPretty)) == value)
    }

    @Test func `raw bytes are spliced in untouched`() {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("id", "c1")
            writer.key("card")
            writer.raw(Array(#"{ "x" : 0.10 }"#.utf8))
            writer.key("list")
            writer.array { writer in
                writer.int(-1)
                writer.bool(false)
                writer.null()
            }
            writer.member("n", 2)
        }
        #expect(writer.text == #"{"id":"c1","card":{ "x" : 0.10 },"list":[-1,false,null],"n":2}"#)
    }

    @Test(arguments: [
        ("0.1", "0.10", false), ("-1", "1", true), ("1", "-1", false), ("-2", "-1", true), ("9", "10", true),
        ("99999999999999999998", "99999999999999999999", true), ("1e2", "99", false), ("99", "1e2", true),
        ("0", "-0", false), ("0", "0.001", true), ("-0.001", "0", true), ("1e99999999999999999999", "5", false),
        ("0.5", "0.45", false), ("5e-1", "0.6", true),
    ])
    func `numbers compare by exact value`(left: String, right: String, isLess: Bool) throws {
        let left = try #require(JSONNumber(literal: left))
        let right = try #require(JSONNumber(literal: right))
        #expect(left.isLess(than: right) == isLess)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, .signalingNaN])
    func `numbers that JSON does not have are refused`(value: Double) {
        #expect(JSONNumber(value) == nil)
    }

    @Test(arguments: [
        (0.5, "0.5"), (-2.0, "-2"), (1e15, "1000000000000000.0"), (.greatestFiniteMagnitude, "1.7976931348623157e+308"),
    ])
    func `a computed number is written as the nearest one`(value: Double, literal: String) {
        #expect(JSONNumber(value)?.literal == literal)
    }

    @Test(arguments: ["", "1.", "01", "a", "1 ", "--1", "Infinity", "0x10"])
    func `text that is not a number is refused as a number`(literal: String) {
        #expect(JSONNumber(literal: literal) == nil)
    }
}
