import Testing

@testable import TOML

/// Input that TOML 1.0.0 forbids. Each mistake is reported with its line and column.
struct TOMLMistakesTests {
    static let form: [(String, String)] = [
        // Inputs that crashed another reader.
        ("[[[", "1:3"), ("a = 1\n[[[x]]]", "2:3"), ("[.shape]", "1:2"), ("[é]", "1:2"), ("[", "1:2"), ("[[", "1:3"),
        ("[a.]", "1:4"), ("[]", "1:2"), ("[[]]", "1:3"), ("[a b]", "1:4"), ("[a", "1:3"), ("[[a]", "1:5"),
        ("[ [a]]", "1:3"), ("[[a] ]", "1:5"), ("[a]]", "1:4"), ("[a] b = 1", "1:5"), ("[a]\n[b", "2:3"),
        ("a", "1:2"), ("a b = 1", "1:3"), ("= 1", "1:1"), ("a =", "1:4"), ("a = \n1", "1:5"), ("a = 1 b = 2", "1:7"),
        ("a.= 1", "1:3"), (".a = 1", "1:1"), ("a..b = 1", "1:3"), ("é = 1", "1:1"), ("a = é", "1:5"),
        ("\"\"\"a\"\"\" = 1", "1:1"),
        ("a = 1\r", "1:6"), ("a = 1 # \u{1}", "1:9"), ("# \u{7F}", "1:3"), ("é = 1", "1:1"), ("\"é\" 1", "1:5"),
        ("a=1\u{0}", "1:4"),
    ]

    static let strings: [(String, String)] = [
        ("a = \"", "1:5"), ("a = \"x\ny = \"", "1:5"), ("a = 'x", "1:5"), ("a = '''x", "1:5"),
        ("\na = \"\"\"x\n\"\"", "2:5"),
        ("a = \"\\a\"", "1:6"), ("a = \"\\u12\"", "1:6"), ("a = \"\\ud800\"", "1:6"), ("a = \"\\U00110000\"", "1:6"),
        ("a = \"\\", "1:6"), ("a = \"\u{1}\"", "1:6"), ("a = '\u{7F}'", "1:6"), ("a = \"\"\"\u{0}\"\"\"", "1:8"),
        ("a = \"\"\"\\ x\"\"\"", "1:8"),
        ("a = \"x\"y", "1:8"), ("a = '''x''''''", "1:14"), ("a = \"\"\"x\"\"\"\"\"\"", "1:14"), ("\"a = 1", "1:1"),
    ]

    static let values: [(String, String)] = [
        ("a = hello", "1:5"), ("a = True", "1:5"), ("a = 01", "1:5"), ("a = -01", "1:5"), ("a = 1_", "1:5"),
        ("a = _1", "1:5"),
        ("a = 1__2", "1:5"), ("a = 0x", "1:5"), ("a = 0x_1", "1:5"), ("a = +0x1", "1:5"), ("a = 0XFF", "1:5"),
        ("a = 0b2", "1:5"),
        ("a = 0o8", "1:5"), ("a = 0xg", "1:5"), ("a = 1.", "1:5"), ("a = .5", "1:5"), ("a = 1.e5", "1:5"),
        ("a = 1e", "1:5"),
        ("a = 1._5", "1:5"), ("a = 1_.5", "1:5"), ("a = 1e1.5", "1:5"), ("a = 03.14", "1:5"), ("a = 1e999", "1:5"),
        ("a = ++1", "1:5"),
        ("a = 9223372036854775808", "1:5"), ("a = -9223372036854775809", "1:5"), ("a = 0x8000000000000000", "1:5"),
        ("a = infinity", "1:5"),
        ("a = 1979-13-01", "1:5"), ("a = 1979-02-29", "1:5"), ("a = 1900-02-29", "1:5"), ("a = 1979-00-10", "1:5"),
        ("a = 1979-5-27", "1:5"),
        ("a = 1979-05-27T", "1:5"), ("a = 1979-05-27T7:32:00", "1:5"), ("a = 1979-05-27T07:32", "1:5"),
        ("a = 24:00:00", "1:5"),
        ("a = 07:60:00", "1:5"), ("a = 07:32:61", "1:5"), ("a = 07:32", "1:5"), ("a = 07:32:00.", "1:5"),
        ("a = 07:32:00Z", "1:5"),
        ("a = 1979-05-27T07:32:00+24:00", "1:5"), ("a = 1979-05-27T07:32:00+0700", "1:5"), ("a = 1979-05-27x", "1:5"),
        ("a = 1979-05-27  07:32:00", "1:17"),
        ("a = [", "1:5"), ("a = [1", "1:5"), ("a = [1 2]", "1:8"), ("a = [,]", "1:6"), ("a = [1,,2]", "1:8"),
        ("a = [1\n#", "1:5"),
        ("a = {", "1:6"), ("a = {b = 1", "1:11"), ("a = {b = 1,}", "1:12"), ("a = {b = 1\n}", "1:11"),
        ("a = {\nb = 1}", "1:6"), ("a = {,}", "1:6"),
        ("a = {b}", "1:7"), ("a = {b = 1 c = 2}", "1:12"), ("a = }", "1:5"), ("a = ]", "1:5"),
    ]

    static let forbidden: [(String, String)] = [form, strings, values].flatMap { $0 }

    @Test(arguments: forbidden)
    func `text that is not TOML is reported with its position`(text: String, place: String) throws {
        let error = try #require(throws: TOMLError.self) { try TOMLTable.read(text) }
        #expect("\(error.line):\(error.column)" == place, "\(error)")
        #expect(error.message.hasPrefix("not TOML: "))
    }

    static let twice: [(String, String, String)] = [
        ("a = 1\na = 2", "2:1", "\"a\" is set twice; line 1 already has it"), ("a = 1\n'a' = 2", "2:1", "twice"),
        ("[a]\n\n[a]", "3:2", "the table [a] is set twice; line 1 already has it"),
        ("[a]\nb = 1\n[a.b]", "3:4", "\"b\" is set twice; line 2"),
        ("a = 1\n[a.b]", "2:2", "\"a\" on line 1 is not a table"),
        ("a = 1\na.b = 2", "2:1", "\"a\" on line 1 is not a table"),
        ("a.b = 1\na = 2", "2:1", "\"a\" is set twice"), ("a.b = 1\n[a]", "2:2", "\"a\" is set twice"),
        ("[fruit]\napple.x = 1\n[fruit.apple]", "3:8", "\"apple\" is set twice"),
        ("[a.b.c]\nz = 1\n[a]\nb.c.t = 2", "4:1", "\"b\" on line 1 is a separate table"),
        ("[a]\nb = {c = 1}\n[a.b.d]", "3:4", "\"b\" on line 2 is a separate table"),
        ("a = {b = 1}\na.c = 2", "2:1", "\"a\" on line 1 is a separate table"),
        ("a = {b = 1}\n[a]", "2:2", "\"a\" is set twice"), ("a = {b.c = 1, b = 2}", "1:15", "\"b\" is set twice"),
        ("a = {b = {c = 1}, b.d = 2}", "1:19", "\"b\" on line 1 is a separate table"),
        ("a = {b = 1, b = 2}", "1:13", "\"b\" is set twice"),
        ("a = []\n[[a]]", "2:3", "\"a\" is not a list of tables"),
        ("a = [{}]\n[[a]]", "2:3", "\"a\" is not a list of tables"),
        ("a = [{}]\n[a.b]", "2:2", "\"a\" on line 1 is not a table"),
        ("[[a]]\n[a]", "2:2", "\"a\" is already a list of tables, from line 1"),
        ("[a]\n[[a]]", "2:3", "\"a\" is not a list of tables: line 1"),
        ("[a.b]\n[[a]]", "2:3", "\"a\" is not a list of tables"),
        ("[[a]]\nb = 1\nb = 2", "3:1", "line 2 already has it"),
        ("[[a]]\n[a.b]\n[a.b]", "3:4", "the table [b] is set twice"),
        ("[[a.b]]\n[a]\nb.c = 1", "3:1", "\"b\" on line 1 is not a table"),
    ]

    @Test(arguments: twice)
    func `a duplicate is reported with both lines`(text: String, place: String, words: String) throws {
        let error = try #require(throws: TOMLError.self) { try TOMLTable.read(text) }
        #expect("\(error.line):\(error.column)" == place, "\(error)")
        #expect(error.message.contains(words), "\(error)")
    }

    static let broken: [[UInt8]] = [
        [0x61, 0x3D, 0x22, 0xFF, 0x22], [0x0A, 0xC3], [0x22, 0xED, 0xA0, 0x80], [0xC0, 0x80],
        [0xEF, 0xBB, 0xBF, 0x78, 0x0A, 0xFF],
    ]

    @Test(arguments: broken)
    func `bytes that are not UTF-8 are reported with their position`(bytes: [UInt8]) throws {
        let error = try #require(throws: TOMLError.self) { try TOMLTable.read(bytes) }
        #expect(error.message.contains("not UTF-8"))
        #expect(error.line == (bytes.contains(0x0A) ? 2 : 1) && error.column > 0)
    }

    static let nestings: [@Sendable (Int) -> String] = [
        { [String](repeating: "a", count: $0).joined(separator: ".") + " = 1" },
        { "[" + [String](repeating: "a", count: $0).joined(separator: ".") + "]" },
        { "a = " + String(repeating: "[", count: $0) + String(repeating: "]", count: $0) },
        { String(repeating: "a = {", count: $0 - 1) + "a = 1" + String(repeating: "}", count: $0 - 1) },
    ]

    @Test(arguments: nestings.indices)
    func `nesting ends at 64 levels`(index: Int) throws {
        let text = Self.nestings[index]
        _ = try TOMLTable.read(text(64))
        for count in [65, 66, 100_000] {
            let error = try #require(throws: TOMLError.self) { try TOMLTable.read(text(count)) }
            #expect(error.message == "not TOML: nested deeper than 64 levels")
        }
    }

    @Test func `no value is quoted in a message`() {
        for text in [
            "key = hush", "key = \"hush", "key = \"hush\" hush", "key = [hush]", "key = 'a'\nkey = 'hush'",
            "hush = hush = 1",
        ] {
            let error = #expect(throws: TOMLError.self) { try TOMLTable.read(text) }
            #expect(error?.message.contains("hush") == false, "\(text)")
        }
    }
}
