internal import ArgumentParser
internal import Basics
internal import Cards

/// The error for an option that a command does not have.
enum UnknownOption {
    /// Options of other commands, by the command that calls them something else.
    static let counterparts = [
        "ask question": ["--expires": "--timeout", "--user": "--to"],
        "publish": ["--to": "--user"],
    ]

    /// - Parameters:
    ///   - option: What the user typed, with its dashes.
    ///   - command: The command without "cardstream".
    static func words(_ option: String, of command: String) -> String {
        let meant = counterparts[command]?[option] ?? nearest(to: option, among: options(of: command))
        return "unknown option \"\(option.escapingControls)\"\(meant.map { "; did you mean \"\($0)\"?" } ?? "")"
    }

    /// The options of a command with their dashes. The parser suggests an option however different it is, and never one that
    /// every command has.
    private static func options(of command: String) -> [String] {
        var type: any ParsableCommand.Type = Cardstream.self
        for word in command.split(separator: " ") {
            guard let next = type.configuration.subcommands.first(where: { $0._commandName == word }) else { break }
            type = next
        }
        // Without the help there is no suggestion; the error is told anyway.
        let help = (try? JSONParser.parse(type._dumpHelp()))?["command"]
        let shown = (help?["arguments"]?.array ?? []).filter { $0["shouldDisplay"]?.bool != false }
        let own = shown.flatMap { CommandHelp.Argument($0).names }
        // The default command stands for a command line that begins with an option.
        return own + (type == View.self ? ["--help", "--version"] : ["--help"])
    }

    private static func nearest(to option: String, among known: [String]) -> String? {
        let name = bare(option)
        // A single letter is like any other.
        let near = name.count > 1 ? Spelling.nearest(to: name, among: known.map(bare)) : nil
        return near.flatMap { near in known.first { bare($0) == near } }
    }

    private static func bare(_ option: String) -> String { String(option.drop { $0 == "-" }) }
}
