internal import AppCore
internal import AppRuntime
internal import ArgumentParser
internal import CardSession
internal import Cards
internal import CursesTerminal
internal import Glibc
internal import Theming

/// The values that a shell may offer. They are read only from this machine, at the moment when the user presses Tab. If
/// an error occurs, nothing is offered.
enum CompletionValues {
    static let themes = offering { setup, beginning in
        let names = ThemeLoader.entries(searchPaths: ThemeChoice(setup, colors: .none).searchPaths).map(\.name)
        return (names + themeFiles(beginning)).map { CompletionChoice($0) }
    }

    /// The names of screens. The demo has its own screens.
    static let screens = offering { setup, words, _ in
        let isDemo = words.dropFirst().first == "demo"
        let config = isDemo ? DemoScreens.config(stream: setup.config.stream) : setup.screens
        return config.screens.map { CompletionChoice($0.name) }
    }

    /// The streams in the configuration and in the profile's store.
    static let streams = offering(isForStream: true) { setup, _ in
        let stored = try? CardSession.storeCounts(at: setup.paths.database(profile: setup.config.profile))
        let names = Set(
            setup.screens.streams + [setup.config.stream] + (stored?.metrics.streams.keys.map(\.self) ?? []))
        return names.map { CompletionChoice($0.rawValue) }
    }

    /// The profiles that have data.
    static let profiles = offering { setup, _ in profileNames(setup.paths).map { CompletionChoice($0) } }

    static func profileNames(_ paths: Paths) -> [String] {
        names(in: paths.data).filter { ConfigKey.isName($0) }.sorted()
    }

    /// The sources in the configuration.
    static let sources = offering { setup, _ in setup.config.sources.map { CompletionChoice($0.name) } }

    /// Open cards in the profile's store, including snoozed ones, with their titles.
    static let cards = offering { setup, beginning in
        let cards = try CardsSession(reading: setup)
        return try runBlocking {
            let titles = try await cards.titles(ofIDsBeginningWith: beginning)
            await cards.close()
            let ids = ShortIDs(titles.map(\.id.rawValue))
            return titles.map { id, title in
                let short = ids[id.rawValue]
                // A shell offers only values that begin with the typed word.
                return CompletionChoice(short.hasPrefix(beginning) ? short : id.rawValue, meaning: title)
            }
        }
    }

    /// The completions of the last word of a filter.
    static let filters = offering { _, beginning in
        let before = CardSearch.dropLastWord(of: beginning)
        let word = beginning.dropFirst(before.count)
        let sign = word.hasPrefix("-") ? "-" : ""
        // Offer comparisons only after the key was typed.
        let values = word.utf8.contains(UInt8(ascii: ":")) ? comparisons.map { before + sign + $0 } : []
        return (CardSearch.completions(of: beginning) + values).map { CompletionChoice($0) }
    }

    /// Commands and topics that have a manual page. A command takes precedence over a topic with the same name.
    static let manuals = offering { _, _ in
        let commands = Cardstream.configuration.subcommands.map {
            CompletionChoice($0._commandName, meaning: $0.configuration.abstract)
        }
        let names = Cardstream.commandNames
        return commands
            + GuideTopic.all.filter { !names.contains($0.name) }.map {
                CompletionChoice($0.name, meaning: $0.page.summary)
            }
    }

    private static let comparisons =
        CardSearch.Comparison.allCases.map { "priority:\($0.rawValue)" }
        + CardSearch.Comparison.allCases.filter { $0 != .equal }.map { "expires:\($0.rawValue)" } + ["expires:never"]

    // MARK: Completion kinds

    /// - Parameters:
    ///   - isForStream: Whether the value of --stream is being completed.
    ///   - choices: Computes the choices from the settings and the beginning of the value. Only choices with this
    ///     beginning are offered.
    private static func offering(
        isForStream: Bool = false,
        _ choices: @escaping @Sendable (Setup, _ beginning: String) throws -> [CompletionChoice]
    ) -> CompletionKind {
        offering(isForStream: isForStream) { setup, _, beginning in try choices(setup, beginning) }
    }

    /// - Parameters:
    ///   - isForStream: Whether the value of --stream is being completed.
    ///   - choices: Computes the choices from the settings, the words of the command line, and the beginning of the
    ///     value.
    private static func offering(
        isForStream: Bool = false,
        _ choices: @escaping @Sendable (Setup, _ words: [String], _ beginning: String) throws -> [CompletionChoice]
    ) -> CompletionKind {
        .custom { words, _, typed in
            let shell = CompletionShell.requesting
            let beginning = shell == .fish ? typed : withoutQuotes(typed)
            // A shell cannot show an error during completion, so nothing is offered.
            guard let setup = setup(words, hasStream: !isForStream), let choices = try? choices(setup, words, beginning)
            else {
                return []
            }
            return CompletionChoice.lines(
                choices, beginning: beginning, format: .init(shell, variables: ConfigOptions.processEnvironment))
        }
    }

    /// Removes quotes and backslashes, because bash and zsh pass words as they were typed.
    private static func withoutQuotes(_ typed: String) -> String {
        let isQuoted = typed.hasPrefix("'") || typed.hasPrefix("\"")
        return (isQuoted ? typed.dropFirst() : typed[...]).filter { $0 != "\\" }
    }

    private static func setup(_ words: [String], hasStream: Bool) -> Setup? {
        func value(_ name: String) -> String? {
            for (index, word) in words.enumerated() {
                if word == name, index + 1 < words.count { return words[index + 1] }
                if word.hasPrefix("\(name)=") { return String(word.dropFirst(name.count + 1)) }
            }
            return nil
        }
        var flags: [String: String] = [:]
        flags["profile"] = value("--profile")
        flags["stream"] = hasStream ? value("--stream") : nil
        // The name of a profile that is being typed may still be invalid.
        let (setup, mistakes) = ConfigOptions.read(file: value("--config"), flags: flags)
        return mistakes.contains { $0.area == .file } ? ConfigOptions.read(file: nil, flags: [:]).setup : setup
    }

    /// Theme files and folders, if the user has typed a path.
    private static func themeFiles(_ beginning: String) -> [String] {
        guard let slash = beginning.lastIndex(of: "/") else { return [] }
        let folder = String(beginning[...slash])
        return names(in: folder).compactMap { name in
            if isFolder(folder + name) { return "\(folder)\(name)/" }
            return name.hasSuffix(".toml") || name.hasSuffix(".yaml") ? folder + name : nil
        }
    }

    private static func isFolder(_ path: String) -> Bool {
        guard let directory = opendir(path) else { return false }
        closedir(directory)
        return true
    }

    /// The names in a folder, without hidden ones.
    private static func names(in folder: String) -> [String] {
        (PrivateFile.names(in: folder) ?? []).filter { !$0.hasPrefix(".") }
    }
}
