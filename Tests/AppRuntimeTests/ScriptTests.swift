import Canvas
import Testing

@testable import AppRuntime

struct ScriptTests {
    @Test func `every step is read`() throws {
        let script = try Script(
            """
            # what this is about
            press j j enter

              type hello  there
            size 100x30
            click 3,4
            wheel -2
            wait-for All caught up
            advance 90m
            screen after
            screen
            """, file: "steps")
        #expect(
            script.lines.map(\.step) == [
                .press([KeyChord(.character("j")), KeyChord(.character("j")), .enter]), .type("hello  there"),
                .size(Size(columns: 100, rows: 30)),
                .click(Point(column: 3, row: 4)), .wheel(-2), .waitFor("All caught up"), .advance(seconds: 5400),
                .screen(name: "after"), .screen(name: nil),
            ])
        #expect(script.lines.map(\.number) == [2, 4, 5, 6, 7, 8, 9, 10, 11])
    }

    @Test(arguments: [
        ("pres j", "steps:1: unknown step \"pres\"; did you mean \"press\"?"),
        ("\npress", "steps:2: press needs keys"),
        ("press j ecs", "steps:1: \"ecs\" is not a key; did you mean \"esc\"?"),
        ("size 0x5", "steps:1: size needs"),
        ("advance soon", "steps:1: advance needs"),
        ("click 3", "steps:1: click needs"),
        ("type", "steps:1: type needs text"),
    ])
    func `a mistake names its line`(text: String, message: String) throws {
        let error = try #require(throws: ScriptError.self) { try Script(text, file: "steps") }
        #expect(error.description.hasPrefix(message), "\(error)")
    }
}
