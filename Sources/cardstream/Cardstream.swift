internal import AppRuntime
internal import ArgumentParser
import Basics
internal import Cards

/// The root command. It is synchronous, because an `AsyncParsableCommand` would leave the main thread, which the viewer
/// needs.
struct Cardstream: ParsableCommand {
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "cardstream",
        abstract: "Actionable cards, live, in the terminal.",
        discussion: """
            Without a command the viewer opens. It connects to the server in your configuration, or else to a feed of \
            your own that only this machine can reach.

            EXAMPLES
              cardstream demo                      try out live sample cards
              cardstream demo --gallery            see everything that a card can contain
              cardstream                           open your cards
              cardstream cards                     list the cards that wait for you
              cardstream publish "Backup done"     publish a card
              cardstream ask "Release?"            ask, and wait for the answer
              cardstream hook install claude       let an agent ask with cards
              cardstream render card.json          draw a card, without a server
              cardstream lint card.json            check a card
              cardstream serve --data ./feed       run a server for others
              cardstream invite ana --data ./feed  invite a user to that server
              cardstream login                     connect to a server, with an invitation
              cardstream service install           let systemd start your server
              cardstream completions bash          print shell completions
              cardstream themes preview --all      look at the themes
              cardstream doctor                    check the setup

            GUIDE
              cardstream help TOPIC                read about one of these topics:
            \(GuideTopic.list)

            EXIT CODES
              0 done, 1 failed, 2 usage error, 3 nothing matched, 4 authentication,
              5 network, 6 result unknown, 7 stored and will be sent, 130 interrupted

            Settings come from flags, then CARDSTREAM_… variables, then the configuration file; \
            `cardstream config` lists them all.
            """,
        version: version,
        subcommands: [
            View.self, Demo.self, Serve.self, ServiceCommand.self, Render.self, Lint.self, Publish.self, Outcome.self,
            OutcomesCommand.self, Cancel.self, AskCommand.self, VerifyCommand.self, HookCommand.self, MCPCommand.self,
            CardsCommand.self, ShowCommand.self, CountCommand.self, ActCommand.self, StatusCommand.self,
            WatchCommand.self, EventsCommand.self,
            ConversationsCommand.self, MessagesCommand.self, SayCommand.self, ConversationCommand.self,
            ProfileCommand.self, ProfilesCommand.self,
            ContactCommand.self, CartCommand.self, OrderCommand.self, CategoriesCommand.self, OpenCommand.self,
            AttributionCommand.self, PushCommand.self, FlushCommand.self,
            AdminCommand.self, MetricsCommand.self, SendEventCommand.self,
            UserCommand.self, TokenCommand.self, InviteCommand.self, LoginCommand.self, LogoutCommand.self,
            SchemaCommand.self, ThemesCommand.self, Doctor.self,
            ConfigCommand.self, CompletionsCommand.self, ManualCommand.self,
        ],
        defaultSubcommand: View.self
    )

    /// The names of all commands. Computed only after an error, because it takes a third of the start time.
    static var commandNames: [String] { configuration.subcommands.map { $0._commandName } + ["help"] }

    /// The full name of the only subcommand with this name, such as `act snooze` for "snooze". Nil if there is none, or
    /// if there are several.
    static func meant(by word: String) -> String? {
        let found = configuration.subcommands.filter { command in
            command.configuration.subcommands.contains { $0._commandName == word }
        }
        return found.count == 1 ? "\(found[0]._commandName) \(word)" : nil
    }

    /// The error if the first word is neither a command nor an option, or if the second word is not a subcommand of the
    /// first. Nil if the words are valid.
    static func commandError(for words: [String]) -> String? {
        guard let word = words.first else { return nil }
        if words.count > 1, let problem = commandError(for: words[1], of: word) { return problem }
        let commands = commandNames
        if ["version", "-v", "-V"].contains(word) { return "unknown command \"\(word)\"; did you mean --version?" }
        guard !word.hasPrefix("-"), !commands.contains(word) else { return nil }
        if GuideTopic.named(word) != nil {
            return "unknown command \"\(word)\"; did you mean cardstream help \(word)?"
        }
        let seconds = configuration.subcommands.flatMap { $0.configuration.subcommands.map { $0._commandName } }
        let near =
            Spelling.nearest(to: word, among: commands) ?? Spelling.nearest(to: word, among: seconds).flatMap(meant)
        let guess = (meant(by: word) ?? near).map { "; did you mean \"\($0)\"?" }
        return "unknown command \"\(word.escapingControls)\""
            + (guess ?? "; known: \(commands.joined(separator: ", "))")
    }

    /// The error for a word that is not a subcommand of a command group; nil if the word is valid, or may be an
    /// argument.
    private static func commandError(for word: String, of group: String) -> String? {
        guard !word.hasPrefix("-"),
            let group = configuration.subcommands.first(where: { $0._commandName == group })?.configuration,
            !group.subcommands.isEmpty, group.defaultSubcommand == nil, let name = group.commandName
        else { return nil }
        let known = group.subcommands.map { $0._commandName }
        guard !known.contains(word), word != "help" else { return nil }
        let guess = Spelling.nearest(to: word, among: known).map { "did you mean \"\(name) \($0)\"?" }
        return "unknown command \"\(name) \(word.escapingControls)\"; "
            + (guess ?? "known: \(known.joined(separator: ", "))")
    }
}
