internal import ArgumentParser

/// The root command for command lines that begin with the name of a command. It has no default command, because the
/// argument parser reads all options of a default command first, which takes longer than the rest of the parsing.
struct NamedCommand: ParsableCommand {
    static let configuration = {
        var configuration = Cardstream.configuration
        configuration.defaultSubcommand = nil
        return configuration
    }()

    /// Parses a command line.
    static func read(_ words: [String]) throws -> any ParsableCommand {
        // Other command lines are for the default command. `help` also needs it, because help lists it.
        guard let first = words.first, !first.hasPrefix("-"), first != "help" else {
            return try Cardstream.parseAsRoot(words)
        }
        return try parseAsRoot(words)
    }
}
