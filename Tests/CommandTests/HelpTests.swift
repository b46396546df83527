import AppRuntime
import ArgumentParser
import Canvas
import Testing

@testable import cardstream

struct HelpTests {
    /// The parser continues a longer line at the left edge.
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
        ("snooze", "there is no command \"snooze\"; did you mean \"act snooze\"?"),
        ("publsh", "there is no command \"publsh\"; did you mean \"publish\"?"),
    ])
    func `a word that is no command is answered with the one that is meant`(word: String, message: String) {
        #expect(Cardstream.complaint(about: word) == message)
    }

    /// The parser shows the help of the default command.
    @Test(arguments: [
        (["snooze", "--help"], AppRuntime.ExitStatus.usage), (["nosuch", "-h"], .usage),
        (["nosuch", "--version"], .usage),
        (["--help"], .ok), (["act", "snooze", "--help"], .ok), (["view", "-h"], .ok),
    ])
    func `help of a command that does not exist is an error`(arguments: [String], status: AppRuntime.ExitStatus) {
        #expect(Main.run(arguments) == status)
    }
}
