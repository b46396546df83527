internal import AppRuntime
internal import ArgumentParser
internal import CardStreamComapi
internal import Cards

/// Options of commands that contact the service of a source.
struct SourceOptions: ParsableArguments {
    @OptionGroup(title: "Settings")
    var profile: ProfileOptions

    @OptionGroup var name: SourceName

    /// Makes a client of the service without connecting it.
    func client() throws -> ComapiClient {
        let setup = try profile.load()
        let config = try name.config(in: setup)
        return ComapiClient(config, setup.environment(of: config))
    }
}

/// The option that selects the source of a command.
struct SourceName: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The source, [sources.NAME]; needed only if there are several of its kind.", valueName: "name"),
        completion: CompletionValues.sources)
    var source: String?

    /// The selected source in the configuration.
    ///
    /// - Parameters:
    ///   - kind: The kind of source that the command needs.
    ///   - what: The content of sources of this kind, for messages.
    /// - Throws: ``CommandFailure`` if there is no source of this kind, or if the option does not select exactly one.
    func config(
        in setup: Setup, kind: SourceKind = .comapi, of what: String = "conversations"
    ) throws(CommandFailure) -> SourceConfig {
        let kind = kind.name
        let sources = setup.config.sources.filter { $0.kind == kind }
        guard let first = sources.first else {
            throw CommandFailure(
                .usage,
                "no source of \(what) is configured: add a table [sources.NAME] with kind = \"\(kind)\" to "
                    + "\(setup.configurationFile.shownAsFile); see `cardstream help settings`")
        }
        let names = sources.map(\.name).joined(separator: ", ")
        guard let source else {
            guard sources.count == 1 else {
                throw CommandFailure(.usage, "several sources have \(what); choose one with --source: \(names)")
            }
            return first
        }
        guard let found = sources.first(where: { $0.name == source }) else {
            throw CommandFailure(.usage, "unknown source \"\(source.escapingControls)\"; known: \(names)")
        }
        return found
    }
}
