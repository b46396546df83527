import AppRuntime
import ArgumentParser
import Canvas
import Testing

@testable import cardstream

struct HelpTests {
    /// The parser would wrap a longer line to the left edge.
    @Test func `indented lines of every help fit into 80 columns`() throws {
        let helps = try CommandHelp.all().map { ($0.pageName, $0.discussion) }
        let root = ("cardstream", Cardstream.configuration.discussion)
        for (name, discussion) in helps + [root] {
            for line in discussion.split(separator: "\n") where line.hasPrefix(" ") {
                #expect(TextLayout.width(of: SafeText(String(line))) <= 80, "\(name): \(line)")
            }
        }
    }

    @Test(arguments: [
        ("snooze", "unknown command \"snooze\"; did you mean \"act snooze\"?"),
        ("publsh", "unknown command \"publsh\"; did you mean \"publish\"?"),
        ("keys", "unknown command \"keys\"; did you mean cardstream help keys?"),
        ("version", "unknown command \"version\"; did you mean --version?"),
        ("-v", "unknown command \"-v\"; did you mean --version?"),
    ])
    func `an unknown command is refused with a suggestion`(word: String, message: String) {
        #expect(Cardstream.commandError(for: [word]) == message)
    }

    /// Otherwise the parser would show the help of the default command.
    @Test(arguments: [
        (["snooze", "--help"], AppRuntime.ExitStatus.usage), (["nosuch", "-h"], .usage),
        (["nosuch", "--version"], .usage),
        (["-v"], .usage), (["--help"], .ok), (["act", "snooze", "--help"], .ok), (["view", "-h"], .ok),
    ])
    func `help of a command that does not exist is an error`(arguments: [String], status: AppRuntime.ExitStatus) {
        #expect(Program.run(arguments) == status)
    }

    @Test(arguments: [["act"], ["admin"], ["hook"], ["service"], ["cart"], ["conversation"]])
    func `a group of commands alone lacks a word`(arguments: [String]) {
        #expect(Program.run(arguments) == .usage)
        #expect(Program.run(arguments + ["--help"]) == .ok && Program.run(["help"] + arguments) == .ok)
    }

    @Test func `printed lines are wrapped behind their indent`() {
        let text = "name\n    one two three four\n\n    five"
        #expect(Console.wrapped(text, columns: 20) == "name\n    one two three\n    four\n\n    five")
        #expect(Console.wrapped(text, columns: 80) == text)
    }

    /// The lines of the help of every command below `cardstream`.
    private static var helps: [[Substring]] {
        var commands = Cardstream.configuration.subcommands
        for command in commands { commands += command.configuration.subcommands }
        return commands.map { command in
            ParserMessage(Cardstream.helpMessage(for: command, columns: 80), arguments: []).text
                .split(separator: "\n", omittingEmptySubsequences: false)
        }
    }

    @Test func `every help has one line of usage and lines of at most 80 columns`() throws {
        for help in Self.helps {
            for line in help { #expect(TextLayout.width(of: SafeText(String(line))) <= 80, "\(line)") }
            let usage = try #require(help.firstIndex { $0.hasPrefix("USAGE: cardstream ") })
            #expect(help[usage + 1].isEmpty)
            for word in help[usage].split(separator: " ") {
                #expect(!word.hasPrefix("[-") && word != "<options>", "\(help[usage])")
            }
        }
    }

    @Test(arguments: [
        ["serve", "--server", "http://localhost"], ["serve", "--stream", "ops"], ["serve", "--environment", "test"],
        ["token", "--server", "http://localhost"], ["token", "--stream", "ops"], ["token", "--log-level", "debug"],
        ["token", "--ca-file", "ca.pem"], ["config", "--profile", "work"], ["config", "--theme", "ink"],
        ["demo", "--server", "http://localhost"], ["demo", "--token-file", "token"], ["user", "--stream", "ops"],
        ["send-event", "--stream", "ops", "a"], ["outcome", "--stream", "ops", "a"],
        ["cancel", "--stream", "ops", "a"],
        ["admin", "users", "--stream", "ops"], ["cards", "--log-level", "debug"], ["publish", "--log-level", "debug"],
        ["service", "status", "--server", "http://localhost"],
    ])
    func `options that a command does not read are refused`(arguments: [String]) {
        #expect(throws: (any Error).self) { try NamedCommand.read(arguments) }
    }

    @Test(arguments: [
        ["serve", "--profile", "work", "--ca-file", "ca.pem", "--log-level", "debug"],
        ["token", "--environment", "test", "--profile", "work"], ["admin", "cards", "--stream", "ops"],
        ["view", "--stream", "ops", "--token-file", "token", "--theme", "ink"],
        ["demo", "--profile", "work", "--theme", "ink"], ["publish", "--stream", "ops", "--profile", "work"],
        ["cards", "--stream", "ops", "--token-file", "token"],
    ])
    func `options that a command reads are accepted`(arguments: [String]) throws {
        _ = try NamedCommand.read(arguments)
    }
}
