internal import ArgumentParser

/// The root of a command line that begins with the name of a command. The parser looks at all options of a default command before it
/// looks at the words; where a command is named, that takes longer than the rest of reading them.
struct NamedCommand: ParsableCommand {
    static let configuration = {
        var configuration = Cardstream.configuration
        configuration.defaultSubcommand = nil
        return configuration
    }()

    /// The command of a command line.
    static func read(_ words: [String]) throws -> any ParsableCommand {
        // What begins otherwise belongs to the default command. Help names it among the others.
        guard let first = words.first, !first.hasPrefix("-"), first != "help" else {
            return try Cardstream.parseAsRoot(words)
        }
        return try parseAsRoot(words)
    }
}
