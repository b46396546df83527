internal import ArgumentParser
internal import Basics
internal import Cards

/// The error for an option that a command does not have.
enum UnknownOption {
    /// Options of other commands with their equivalents, by the command that uses a different name.
    static let counterparts = [
        "ask question": ["--expires": "--timeout", "--user": "--to"],
        "publish": ["--to": "--user"],
    ]

    /// - Parameters:
    ///   - option: The option that the user typed, with its dashes.
    ///   - command: The command without "cardstream".
    static func message(_ option: String, of command: String) -> String {
        let meant = counterparts[command]?[option] ?? nearest(to: option, among: options(of: command))
        return "unknown option \"\(option.escapingControls)\"\(meant.map { "; did you mean \"\($0)\"?" } ?? "")"
    }

    /// The options of a command with their dashes. The parser's own suggestions are not used, because they can be very
    /// different from the option, and never include options that every command has.
    private static func options(of command: String) -> [String] {
        var type: any ParsableCommand.Type = Cardstream.self
        for word in command.split(separator: " ") {
            guard let next = type.configuration.subcommands.first(where: { $0._commandName == word }) else { break }
            type = next
        }
        // If the help cannot be parsed, the message has no suggestion.
        let help = (try? JSONParser.parse(type._dumpHelp()))?["command"]
        let shown = (help?["arguments"]?.array ?? []).filter { $0["shouldDisplay"]?.bool != false }
        let own = shown.flatMap { CommandHelp.Argument($0).names }
        // A command line that begins with an option runs the default command, which also has --version.
        return own + (type == View.self ? ["--help", "--version"] : ["--help"])
    }

    private static func nearest(to option: String, among known: [String]) -> String? {
        let name = bare(option)
        // A single letter has no useful suggestion, because it is similar to every other letter.
        let near = name.count > 1 ? Spelling.nearest(to: name, among: known.map(bare)) : nil
        return near.flatMap { near in known.first { bare($0) == near } }
    }

    private static func bare(_ option: String) -> String { String(option.drop { $0 == "-" }) }
}
