import ArgumentParser
import Testing

@testable import cardstream

/// The messages come from the argument parser, character by character.
struct ParserMessageTests {
    @Test func `only a small misspelling gets a suggestion`() {
        func shown(_ option: String, _ guess: String) -> String {
            let message = "Error: Unknown option '\(option)'. Did you mean '\(guess)'?\nUsage: cardstream view"
            return ParserMessage(message, arguments: ["view", option]).text
        }
        #expect(shown("--nope", "--size") == "cardstream: unknown option \"--nope\"\nUsage: cardstream view")
        #expect(
            shown("--them", "--theme")
                == "cardstream: unknown option \"--them\"; did you mean \"--theme\"?\nUsage: cardstream view")
    }

    @Test(arguments: [
        ("view", "--hlep", "--help"), ("view", "--vesion", "--version"), ("act", "--hlep", "--help"),
        ("admin users", "--jsno", "--json"), ("publish", "--dyr-run", "--dry-run"), ("help", "--hlep", "--help"),
    ])
    func `an option is suggested at every level, also if the parser suggests none`(
        command: String, option: String, meant: String
    ) {
        let message = "Error: Unknown option '\(option)'\nUsage: cardstream \(command) <options>"
        #expect(
            ParserMessage(message, arguments: [option]).text.hasPrefix(
                "cardstream: unknown option \"\(option)\"; did you mean \"\(meant)\"?\n"))
    }

    @Test(arguments: [
        ("ask question", "--expires", "--timeout"), ("ask question", "--user", "--to"), ("publish", "--to", "--user"),
    ])
    func `an option of another command is answered with its counterpart`(command: String, option: String, meant: String)
    {
        for guess in ["", ". Did you mean '--key'?"] {
            let message = "Error: Unknown option '\(option)'\(guess)\nUsage: cardstream \(command) <options>"
            let text = ParserMessage(message, arguments: command.split(separator: " ").map(String.init)).text
            #expect(text.hasPrefix("cardstream: unknown option \"\(option)\"; did you mean \"\(meant)\"?\n"))
        }
        let other = "Error: Unknown option '\(option)'\nUsage: cardstream ask wait <options> <id>"
        #expect(ParserMessage(other, arguments: []).text.hasPrefix("cardstream: unknown option \"\(option)\"\n"))
    }

    @Test func `each counterpart is an option of its command, and the replaced one is not`() {
        let helps = ["ask question": AskQuestion.helpMessage(), "publish": Publish.helpMessage()]
        for (command, options) in UnknownOption.counterparts {
            let words = Set(helps[command, default: ""].split { $0.isWhitespace || ",.;".contains($0) })
            for (option, meant) in options {
                #expect(words.contains(Substring(meant)) && !helps[command, default: ""].contains("  \(option) "))
            }
        }
    }

    @Test(arguments: [
        ("publish", "Unexpected argument '4.2?'", "; put quotes around a title of several words"),
        ("ask question", "2 unexpected arguments: 'b', 'c'", "; put quotes around a question of several words"),
        ("show", "Unexpected argument 'b'", ""),
    ])
    func `words without quotes are reported as such`(command: String, error: String, advice: String) {
        let message = "Error: \(error)\nUsage: cardstream \(command) <options>"
        let words = command.split(separator: " ").map(String.init)
        let shown = "cardstream: \(error.prefix(1).lowercased())\(error.dropFirst())"
        #expect(ParserMessage(message, arguments: words + ["a"]).text.hasPrefix("\(shown)\(advice)\n"))
        #expect(ParserMessage(message, arguments: words + ["a.json"]).text.hasPrefix("\(shown)\n"))
    }

    @Test(arguments: ["--a\nb\u{1B}[31m", "--a\nb\u{1B}[31m=value\u{7}"])
    func `an argument's control characters are spelled out`(argument: String) {
        let option = String(argument.prefix { $0 != "=" })
        let text = ParserMessage("Error: Unknown option '\(option)'\nUsage: x", arguments: ["view", argument]).text
        #expect(text == "cardstream: unknown option \"--a\\nb\\u{1B}[31m\"\nUsage: x")
    }

    @Test func `other messages keep their text, with the common prefix`() {
        let rest = "issing value for '--size <columnsxrows>'\nUsage: cardstream view"
        #expect(ParserMessage("Error: M" + rest, arguments: ["view", "--size"]).text == "cardstream: m" + rest)
        #expect(ParserMessage("0.1.0", arguments: ["--version"]).text == "0.1.0")
    }

    @Test func `a command after its flags is refused with the right order`() {
        let message = "Error: Unexpected argument 'view'\nUsage: cardstream view <options>"
        let advice = "cardstream: put the flags after the command: cardstream view "
        #expect(ParserMessage(message, arguments: ["--theme", "dark", "view"]).text == advice + "--theme dark")
        #expect(ParserMessage(message, arguments: ["--theme", "a;b", "view"]).text == advice + "FLAGS")
        #expect(ParserMessage(message, arguments: ["view", "view"]).text.hasPrefix("cardstream: unexpected argument"))
    }

    @Test(arguments: [(["ask", "--nope"], "ask"), (["ask", "question", "--nope"], "ask question")])
    func `a word that can be left out is shown where it was typed`(arguments: [String], command: String) {
        let error = "Error: x\nUsage: cardstream ask question <options> [<question>]"
        #expect(
            ParserMessage(error, arguments: arguments).text
                == "cardstream: x\nUsage: cardstream \(command) [OPTIONS] [<question>]")
    }

    @Test(arguments: [
        ("cards <options>", "cards [OPTIONS]"), ("show [<options>] <id>", "show [OPTIONS] <id>"),
        ("lint [<file> ...] [--json] [--allow <rule> ...]", "lint [OPTIONS] [<file> ...]"),
        ("act <subcommand>", "act <subcommand>"),
        ("act vote [--reason <reason>] <id> <vote>", "act vote [OPTIONS] <id> <vote>"),
    ])
    func `the usage line summarises all options`(parsers: String, ours: String) {
        let help = "USAGE: cardstream \(parsers)\n\nOPTIONS:\n  --json"
        #expect(ParserMessage(help, arguments: []).text == "USAGE: cardstream \(ours)\n\nOPTIONS:\n  --json")
        let error = "Error: x\nUsage: cardstream \(parsers)\n  See 'cardstream --help' for more information."
        #expect(
            ParserMessage(error, arguments: []).text
                == "cardstream: x\nUsage: cardstream \(ours)\n  See 'cardstream --help' for more information.")
    }
}
