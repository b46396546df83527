internal import AppCore
internal import AppRuntime
internal import ArgumentParser
internal import CardSession
internal import Cards
internal import CursesTerminal
internal import Glibc
internal import Theming

/// What a shell may offer for a value: read from this machine only, at the moment of the key. Errors offer nothing.
enum CompletionValues {
    static let themes = offering { setup, beginning in
        let names = ThemeLoader.entries(searchPaths: ThemeChoice(setup, colors: .none).searchPaths).map(\.name)
        return (names + themeFiles(beginning)).map { CompletionChoice($0) }
    }

    /// The demo has screens of its own.
    static let screens = offering { setup, words, _ in
        let isDemo = words.dropFirst().first == "demo"
        let config = isDemo ? DemoScreens.config(stream: setup.config.stream) : setup.screens
        return config.screens.map { CompletionChoice($0.name) }
    }

    /// Streams of the configuration, and those that the profile's store holds.
    static let streams = offering(isForStream: true) { setup, _ in
        let stored = try? CardSession.storeCounts(at: setup.paths.database(profile: setup.config.profile))
        let names = Set(
            setup.screens.streams + [setup.config.stream] + (stored?.metrics.streams.keys.map(\.self) ?? []))
        return names.map { CompletionChoice($0.rawValue) }
    }

    /// The folders of profiles that have data.
    static let profiles = offering { setup, _ in profileNames(setup.paths).map { CompletionChoice($0) } }

    static func profileNames(_ paths: Paths) -> [String] {
        names(in: paths.data).filter { ConfigKey.isName($0) }.sorted()
    }

    /// Sources of the configuration.
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
                // A shell offers only what continues the typed word.
                return CompletionChoice(short.hasPrefix(beginning) ? short : id.rawValue, meaning: title)
            }
        }
    }

    /// What the last word of a filter can become.
    static let filters = offering { _, beginning in
        let before = CardSearch.dropLastWord(of: beginning)
        let word = beginning.dropFirst(before.count)
        let sign = word.hasPrefix("-") ? "-" : ""
        // First the key, then what may follow it.
        let values = word.utf8.contains(UInt8(ascii: ":")) ? comparisons.map { before + sign + $0 } : []
        return (CardSearch.completions(of: beginning) + values).map { CompletionChoice($0) }
    }

    /// Commands and topics that have a manual page. A command goes before a topic of its name.
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

    // MARK: Sources

    /// - Parameters:
    ///   - isForStream: Whether the value of --stream is what is being typed.
    ///   - choices: Computes what to offer from the settings and the beginning of the value, where only choices with that
    ///     beginning count.
    private static func offering(
        isForStream: Bool = false,
        _ choices: @escaping @Sendable (Setup, _ beginning: String) throws -> [CompletionChoice]
    ) -> CompletionKind {
        offering(isForStream: isForStream) { setup, _, beginning in try choices(setup, beginning) }
    }

    /// - Parameters:
    ///   - isForStream: Whether the value of --stream is what is being typed.
    ///   - choices: Computes what to offer from the settings, the words of the command line, and the beginning of the value.
    private static func offering(
        isForStream: Bool = false,
        _ choices: @escaping @Sendable (Setup, _ words: [String], _ beginning: String) throws -> [CompletionChoice]
    ) -> CompletionKind {
        .custom { words, _, typed in
            let shell = CompletionShell.requesting
            let beginning = shell == .fish ? typed : withoutQuotes(typed)
            // A shell that completes has no place for an error: there is nothing to offer.
            guard let setup = setup(words, hasStream: !isForStream), let choices = try? choices(setup, words, beginning)
            else {
                return []
            }
            return CompletionChoice.lines(
                choices, beginning: beginning, format: .init(shell, variables: ConfigOptions.processEnvironment))
        }
    }

    /// Bash and zsh pass words as they were typed.
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
        // A profile that is being typed may be no name yet.
        let (setup, mistakes) = ConfigOptions.read(file: value("--config"), flags: flags)
        return mistakes.contains { $0.area == .file } ? ConfigOptions.read(file: nil, flags: [:]).setup : setup
    }

    /// Theme files and folders, once a path is typed.
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
