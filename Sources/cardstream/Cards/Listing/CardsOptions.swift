internal import AppRuntime
internal import ArgumentParser
internal import Cards

/// Options of all commands that read the user's cards.
struct CardsOptions: ParsableArguments {
    @OptionGroup(title: "Settings")
    var settings: StreamOptions

    @OptionGroup var token: TokenOptions

    @Option(
        help: ArgumentHelp("How long to wait for the server, from 0.1 to 3600 seconds.", valueName: "duration"),
        transform: DurationArgument.seconds)
    var timeout: Double = 30

    func validate() throws {
        guard timeout >= 0.1, timeout <= 3600 else {
            throw ValidationError("--timeout must be from 0.1 to 3600 seconds.")
        }
    }

    /// The settings. With --stream, they have only that stream, even if the configuration has several.
    func setup() throws -> Setup {
        var setup = try settings.load(token.flags, reading: [.cards])
        if settings.stream != nil {
            setup.config.screens = nil
            let stream = setup.config.stream
            setup.config.sources.removeAll { !$0.streams.contains(stream) }
        }
        return setup
    }
}

/// Filters with the syntax of the viewer's search.
struct FilterOptions: ParsableArguments {
    @Option(
        name: .customLong("filter"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Use only cards that match this filter, such as is:unseen or priority:<=2 (`cardstream help finding-cards`).",
            valueName: "words"), completion: CompletionValues.filters)
    var words: [String] = []

    func filter() throws(CommandFailure) -> FeedFilter {
        do throws(CardSearchError) {
            return FeedFilter(search: try CardSearch(words.joined(separator: " ")))
        } catch {
            throw CommandFailure(.usage, "--filter: \(error.description)")
        }
    }
}
