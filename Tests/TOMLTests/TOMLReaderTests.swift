import Testing

@testable import TOML

/// Input that TOML 1.0.0 allows. The sections are those of the specification.
struct TOMLReaderTests {
    static let keys: [(String, String)] = [
        ("", "{}"), ("# only a comment", "{}"), ("\u{FEFF}a = 1", "{a: 1}"), ("a = 1\r\nb = 2\r\n", "{a: 1, b: 2}"),
        ("\n\t a\t= 1 # one\n", "{a: 1}"), ("# ë ☃\ta = 1\nb = 2", "{b: 2}"),
        ("bare_key = 1\nbare-key = 2\n1234 = 3", "{bare_key: 1, bare-key: 2, 1234: 3}"),
        (#""127.0.0.1" = 1"#, "{127.0.0.1: 1}"), (#""ʎǝʞ" = 1"#, "{ʎǝʞ: 1}"),
        ("'quoted \"value\"' = 1", "{quoted \"value\": 1}"),
        (#""" = 1"#, "{: 1}"), ("'' = 1", "{: 1}"), (#""a\tb" = 1"#, "{a\tb: 1}"),
        ("a.b = 1\na.\"c.d\" = 2\na . e=3", "{a: {b: 1, c.d: 2, e: 3}}"),
        ("apple.type = 1\norange.type = 2\napple.skin = 3", "{apple: {type: 1, skin: 3}, orange: {type: 2}}"),
        ("3.14159 = 'pi'", #"{3: {14159: "pi"}}"#), ("true = 1\ninf = 2", "{true: 1, inf: 2}"),
        ("a.b.c = 1\na.d = 2", "{a: {b: {c: 1}, d: 2}}"),
    ]

    static let strings: [(String, String)] = [
        (#"a = """#, #"{a: ""}"#), (#"a = "\b\t\n\f\r\"\\""#, "{a: \(("\u{8}\t\n\u{C}\r\"\\").debugDescription)}"),
        (#"a = "\u00e9\U0001F600""#, #"{a: "é😀"}"#), ("a = \"tab\there\"", #"{a: "tab\there"}"#),
        (#"a = 'C:\Users\no'"#, #"{a: "C:\\Users\\no"}"#), ("a = ''", #"{a: ""}"#),
        ("a = \"\"\"\nRoses\nViolets\"\"\"", #"{a: "Roses\nViolets"}"#),
        ("a = \"\"\"one \\\n\n\t two\\   \n  three\"\"\"", #"{a: "one twothree"}"#),
        ("a = \"\"\"\"\"\"", #"{a: ""}"#), ("a = \"\"\"a\"b\"\"c\"\"\"", #"{a: "a\"b\"\"c"}"#),
        ("a = \"\"\"x\"\"\"\"\"", #"{a: "x\"\""}"#), ("a = \"\"\"\\\"\"\"\"\"", #"{a: "\"\""}"#),
        ("a = '''\n\nI [dw]on't\n'''", #"{a: "\nI [dw]on\'t\n"}"#), ("a = '''x'''''", #"{a: "x\'\'"}"#),
        ("a = \"\"\"x\r\ny\"\"\"", #"{a: "x\ny"}"#), ("a = '''\\n'''", #"{a: "\\n"}"#),
        ("a = \"# no comment\" # one", "{a: \"# no comment\"}"),
    ]

    static let numbers: [(String, String)] = [
        ("a = +99\nb = 42\nc = 0\nd = -17\ne = -0\nf = +0", "{a: 99, b: 42, c: 0, d: -17, e: 0, f: 0}"),
        ("a = 1_000\nb = 5_349_221\nc = 1_2_3", "{a: 1000, b: 5349221, c: 123}"),
        (
            "a = 0xDEADBEEF\nb = 0xdead_beef\nc = 0o01234567\nd = 0b1101_0110",
            "{a: 3735928559, b: 3735928559, c: 342391, d: 214}"
        ),
        ("a = 9223372036854775807\nb = -9223372036854775808", "{a: 9223372036854775807, b: -9223372036854775808}"),
        ("a = +1.0\nb = 3.1415\nc = -0.01", "{a: float 1.0, b: float 3.1415, c: float -0.01}"),
        (
            "a = 5e+22\nb = 1e06\nc = -2E-2\nd = 6.626e-34",
            "{a: float 5e+22, b: float 1000000.0, c: float -0.02, d: float 6.626e-34}"
        ),
        ("a = 224_617.445_991_228\nb = 1_0e1_0", "{a: float 224617.445991228, b: float 100000000000.0}"),
        (
            "a = inf\nb = +inf\nc = -inf\nd = nan\ne = -nan",
            "{a: float inf, b: float inf, c: float -inf, d: float nan, e: float nan}"
        ),
        ("a = true\nb = false", "{a: true, b: false}"), ("a = -0.0\nb = 0e0", "{a: float -0.0, b: float 0.0}"),
    ]

    static let dates: [(String, String)] = [
        ("a = 1979-05-27T07:32:00Z", "{a: day 1979/5/27 time 7:32:0 offset 0}"),
        ("a = 1979-05-27t00:32:00.999999-07:30", "{a: day 1979/5/27 time 0:32:0 ns 999999000 offset -450}"),
        ("a = 1979-05-27 07:32:00z", "{a: day 1979/5/27 time 7:32:0 offset 0}"),
        ("a = 1979-05-27T07:32:00.5", "{a: day 1979/5/27 time 7:32:0 ns 500000000}"),
        ("a = 1979-05-27 # a day", "{a: day 1979/5/27}"),
        ("a = [1979-05-27,07:32:00]", "{a: [day 1979/5/27, time 7:32:0]}"),
        ("a = 00:32:00.1234567891", "{a: time 0:32:0 ns 123456789}"), ("a = 2000-02-29", "{a: day 2000/2/29}"),
        ("a = 2016-12-31T23:59:60Z", "{a: day 2016/12/31 time 23:59:60 offset 0}"),
        ("a = 2026-01-01T00:00:00+23:59", "{a: day 2026/1/1 time 0:0:0 offset 1439}"),
    ]

    static let lists: [(String, String)] = [
        ("a = [ 1, 2, 3 ]", "{a: [1, 2, 3]}"), ("a = []", "{a: []}"),
        ("a = [[1, 2], ['a', \"b\"]]", #"{a: [[1, 2], ["a", "b"]]}"#),
        ("a = [0.1, 1, 'x', {b = 1}]", #"{a: [float 0.1, 1, "x", {b: 1}]}"#),
        ("a = [\n  1, # one\n  2,\r\n\n]", "{a: [1, 2]}"), ("a = {}", "{a: {}}"),
        ("a = { x = 1, y = 2 }", "{a: {x: 1, y: 2}}"), ("a = { b.c = 1, b.d = 2 }", "{a: {b: {c: 1, d: 2}}}"),
        ("a = { b = [\n1,\n2 ] }", "{a: {b: [1, 2]}}"), ("a = [ {x = 1}, {x = 2} ]", "{a: [{x: 1}, {x: 2}]}"),
    ]

    static let tables: [(String, String)] = [
        ("[a]\nx = 1\n[b]\nx = 2", "{a: {x: 1}, b: {x: 2}}"), ("[ j . \"ʞ\" . 'l' ] # yes", "{j: {ʞ: {l: {}}}}"),
        ("[x.y.z.w]\n[x]\na = 1", "{x: {y: {z: {w: {}}}, a: 1}}"), ("[a]\n[b]\n[a.c]", "{a: {c: {}}, b: {}}"),
        (
            "[fruit]\napple.color = 1\n[fruit.apple.texture]\nsmooth = true",
            "{fruit: {apple: {color: 1, texture: {smooth: true}}}}"
        ),
        ("[[p]]\nn = 1\n[[p]]\n[[p]]\nn = 3", "{p: [{n: 1}, {}, {n: 3}]}"),
        (
            "[[f]]\nn = 1\n[f.p]\nc = 1\n[[f.v]]\nn = 2\n[[f.v]]\n[[f]]\n[[f.v]]",
            "{f: [{n: 1, p: {c: 1}, v: [{n: 2}, {}]}, {v: [{}]}]}"
        ),
        ("[[a.b]]\n[a]\nc = 1", "{a: {b: [{}], c: 1}}"), ("[a.b]\n[[a.c]]\n[a]\nd = 1", "{a: {b: {}, c: [{}], d: 1}}"),
        ("[a]\n'b.c' = 1\nb = 2", "{a: {b.c: 1, b: 2}}"),
    ]

    static let allowed: [(String, String)] = [keys, strings, numbers, dates, lists, tables].flatMap { $0 }

    @Test(arguments: allowed)
    func `everything that the specification allows is read`(text: String, expected: String) throws {
        #expect(describe(try TOMLTable.read(text)) == expected)
        #expect(describe(try TOMLTable.read(Array(text.utf8))) == expected)
    }

    @Test func `keys keep the order of the file, and many are found`() throws {
        let text = (0..<2_000).map { "key\($0 * 7 % 2_000) = \($0)" }.joined(separator: "\n")
        let table = try TOMLTable.read(text)
        #expect(table.keys.prefix(3) == ["key0", "key7", "key14"])
        #expect(table["key7"]?.integer == 1 && table["key1993"]?.line == 2_000 && table["key2000"] == nil)
    }
}
