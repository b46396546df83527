internal import AppRuntime
internal import ArgumentParser

/// Options of commands that contact a server as a user, about the user's account.
struct AccountOptions: ParsableArguments {
    @OptionGroup(title: "Settings")
    var options: ConnectionOptions

    @OptionGroup var token: TokenOptions

    func setup() throws -> Setup { try options.load(token.flags) }
}

/// Options of commands that contact a server as a user, about the cards of streams.
struct UserStreamOptions: ParsableArguments {
    @OptionGroup(title: "Settings")
    var options: StreamOptions

    @OptionGroup var token: TokenOptions

    /// - Parameter areas: The areas of the configuration to read in addition to the connection and the cards.
    func setup(reading areas: Set<ConfigArea> = []) throws -> Setup {
        try options.load(token.flags, reading: areas.union([.cards]))
    }
}
