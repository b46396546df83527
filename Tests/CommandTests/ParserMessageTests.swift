import Testing

@testable import cardstream

/// The messages are the argument parser's own, to the letter.
struct ParserMessageTests {
    @Test func `only a slip is guessed at`() {
        func shown(_ option: String, _ guess: String) -> String {
            let message = "Error: Unknown option '\(option)'. Did you mean '\(guess)'?\nUsage: cardstream view"
            return ParserMessage(message, arguments: ["view", option]).text
        }
        #expect(shown("--nope", "--size") == "Error: Unknown option '--nope'.\nUsage: cardstream view")
        #expect(shown("--them", "--theme").hasPrefix("Error: Unknown option '--them'. Did you mean '--theme'?\n"))
    }

    @Test(arguments: ["--a\nb\u{1B}[31m", "--a\nb\u{1B}[31m=value\u{7}"])
    func `an argument's control characters are spelled out`(argument: String) {
        let option = String(argument.prefix { $0 != "=" })
        let text = ParserMessage("Error: Unknown option '\(option)'\nUsage: x", arguments: ["view", argument]).text
        #expect(text == "Error: Unknown option '--a\\nb\\u{1B}[31m'\nUsage: x")
    }

    @Test func `other messages are left alone`() {
        let message = "Error: Missing value for '--size <columnsxrows>'\nUsage: cardstream view"
        #expect(ParserMessage(message, arguments: ["view", "--size"]).text == message)
    }
}
