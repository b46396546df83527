import Testing

@testable import TOML

struct TOMLLinesTests {
    private static let text = """
        # comment = 1
        top = "a # b = c"
        long = \"""
        inner = 1
        \"""
        "quoted.name" = 'x = "y'

        [ table . "of mine" ]
        list = [
          "one", # = not
          { a = 1, b = [2,
            3] },
        ]
        after = { x = { y = 1 } }
        [table.last]
        """

    @Test(arguments: [
        ("top", 2), ("long", 3), ("quoted.name", 6), ("table.of mine", 8), ("table.of mine.list", 9),
        ("table.of mine.list[0]", 10), ("table.of mine.list[1]", 11), ("table.of mine.list[1].a", 11),
        ("table.of mine.list[1].b[1]", 12), ("table.of mine.after.x.y", 14), ("table.last", 15), ("table", 8),
        ("table.last.unknown", 15),
    ])
    func `a key is found where it is written`(name: String, line: Int) throws {
        #expect(try TOMLLines(TOMLTable.read(Self.text)).line(of: name) == line)
    }

    @Test(arguments: [
        ("environment[0].id", 2), ("environment[0].viewer[1].key", 6), ("environment[1].id", 8), ("environment", 1),
        ("environment[1].viewer[0].nothing", 9), ("environment[1].inner.a", 12),
    ])
    func `a key of a list of tables is found in its item`(name: String, line: Int) throws {
        let text = """
            [[environment]]
            id = 1
            [[environment.viewer]]
            key = 1
            [[environment.viewer]]
            key = 2
            [[environment]]
            id = 2
            [[environment.viewer]]
            other = 1
            [environment.inner]
            a = 1
            """
        #expect(try TOMLLines(TOMLTable.read(text)).line(of: name) == line)
    }

    @Test(arguments: ["inner", "comment", "nothing"]) func `a path that is not a key is not found`(name: String) throws
    {
        #expect(try TOMLLines(TOMLTable.read(Self.text)).line(of: name) == nil)
    }
}
