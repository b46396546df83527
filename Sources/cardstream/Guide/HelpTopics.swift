internal import AppRuntime
internal import ArgumentParser
internal import Basics
internal import Cards

/// `cardstream help TOPIC`: shows a page of the guide. This adds topics to the commands that the parser's `help`
/// supports.
enum HelpTopics {
    /// Shows the topic that a command line names.
    ///
    /// - Returns: False if the arguments do not name a topic, as for the help of a command.
    /// - Throws: ``CommandFailure`` for a word that is neither a topic nor a command.
    static func show(_ arguments: [String]) throws(CommandFailure) -> Bool {
        guard arguments.count >= 2, arguments[0] == "help" else { return false }
        let name = arguments[1]
        let commands = Cardstream.commandNames
        let topic = GuideTopic.named(name)
        if topic != nil || commands.contains(name), let extra = extraWord(after: arguments.dropFirst()) {
            throw CommandFailure(
                .usage,
                "unknown argument \"\(arguments[extra].escapingControls)\" after "
                    + "\"\(arguments[..<extra].joined(separator: " ").escapingControls)\"")
        }
        if arguments.count == 2, let topic {
            Console.print(text(of: topic))
            return true
        }
        guard !name.hasPrefix("-"), !commands.contains(name) else { return false }
        let topics = GuideTopic.all.map(\.name)
        throw CommandFailure(
            .usage,
            "unknown command or topic \"\(name.escapingControls)\"; "
                + (guess(at: name, among: topics + commands) ?? "topics: \(topics.joined(separator: ", "))"))
    }

    /// The page, and for a topic that has the name of a command, how to read about the command.
    static func text(of topic: GuideTopic) -> String {
        let page = topic.page.text(columns: columns)
        guard Cardstream.commandNames.contains(topic.name) else { return page }
        return page + "\n`cardstream \(topic.name) --help` describes the command with this name.\n"
    }

    /// The position of the first word that is neither a command, nor one of the command before it. The first word counts as
    /// known; nil if there is no such word.
    private static func extraWord(after words: ArraySlice<String>) -> Int? {
        guard let name = words.first, name != "help" else { return nil }
        var commands = Cardstream.configuration.subcommands
        for (position, word) in zip(words.indices, words) where !word.hasPrefix("-") {
            let command = commands.first { $0._commandName == word }
            if command == nil, position > words.startIndex { return position }
            commands = command?.configuration.subcommands ?? []
        }
        return nil
    }

    /// A "did you mean" question with all names that have this beginning, or else the most similar name. Nil if no name
    /// is similar.
    static func guess(at name: String, among names: [String]) -> String? {
        var longer: [String] = []
        for other in names where other.hasPrefix(name) && !longer.contains(other) { longer.append(other) }
        if let command = Cardstream.meant(by: name) {
            longer = [command]
        } else if longer.isEmpty || longer.count > maxNamed {
            longer = Spelling.nearest(to: name, among: names).map { [$0] } ?? []
        }
        guard let last = longer.popLast() else { return nil }
        let first = longer.isEmpty ? "" : longer.map { "\"\($0)\"" }.joined(separator: ", ") + " or "
        return "did you mean \(first)\"\(last)\"?"
    }

    /// The maximum number of suggested names; more would not help.
    private static let maxNamed = 4

    /// The maximum width of lines in columns, for readability.
    private static let widest = 90

    /// The width of the page: the terminal's, if there is one.
    private static var columns: Int { min(Console.columns ?? 80, widest) }
}
