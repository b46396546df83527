internal import AppRuntime
internal import ArgumentParser
import Basics
internal import Cards
internal import Glibc

/// `cardstream man`: prints manual pages as roff, which `man` can show.
struct ManualCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "man",
        abstract: "Print a manual page: of the program, a command, or a topic of the guide.",
        discussion: """
            `cardstream help` lists the topics.

            EXAMPLES
              cardstream man | man -l -                  read about the program
              cardstream man publish | man -l -          read about one command
              cardstream man keys | man -l -             read about one topic
              cardstream man > ~/.local/share/man/man1/cardstream.1
            """)

    @Argument(
        help: ArgumentHelp("The command and its subcommand, or the topic.", valueName: "command"),
        completion: CompletionValues.manuals)
    var command: [String] = []

    @Flag(help: "Print the names of all pages, each with its command.")
    var list = false

    @Flag(help: "Print all pages, each after a comment with its name, for `make install`.")
    var all = false

    func run() throws {
        let commands = try CommandHelp.all()
        if all {
            // Commands are collected only once, because this is the slowest part.
            let pages =
                [("cardstream.1", Manual.page)] + commands.map { ("\($0.pageName).1", $0.page) }
                + GuideTopic.all.map { ("\($0.manualName).7", $0.page.roff(name: $0.manualName)) }
            return Console.data(pages.map { ".\\\" page \($0)\n\($1)" }.joined(separator: "\n"))
        }
        if list {
            let names =
                commands.map { "\($0.pageName).1 \($0.words)" } + GuideTopic.all.map { "\($0.manualName).7 \($0.name)" }
            return Console.print(names.joined(separator: "\n"))
        }
        guard !command.isEmpty else { return printPage(Manual.page) }
        let wanted = command.joined(separator: " ")
        if let topic = GuideTopic.named(wanted) { return printPage(topic.page.roff(name: topic.manualName)) }
        guard let found = commands.first(where: { $0.words == wanted }) else {
            let names = commands.map(\.words) + GuideTopic.all.map(\.name)
            throw CommandFailure(
                .usage,
                "unknown command or topic \"\(wanted.escapingControls)\"; "
                    + (HelpTopics.guess(at: wanted, among: names) ?? "`cardstream man --list` lists all pages"))
        }
        printPage(found.page)
    }

    /// A terminal shows roff as it is written.
    private func printPage(_ page: String) {
        Console.data(page)
        guard isatty(STDOUT_FILENO) != 0 else { return }
        Console.error("to read this page, run: cardstream \((["man"] + command).joined(separator: " ")) | man -l -")
    }
}
