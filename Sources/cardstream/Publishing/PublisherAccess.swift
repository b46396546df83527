internal import AppRuntime
internal import Cards
internal import CurlTransport
internal import FeedAPI
internal import FeedServer
internal import FeedTransport

/// Finds the server to publish to and its key, or else the profile's own feed.
struct PublisherAccess {
    let setup: Setup

    init(_ setup: Setup) { self.setup = setup }

    /// Performs requests about a card. Errors of the profile's own feed do not begin with "the server says", because it needs
    /// no server.
    ///
    /// - Parameters:
    ///   - id: What names the card on the command line.
    ///   - command: The command that does the same with a question, because its id may be meant.
    func performing<Result>(
        naming id: String, orQuestionOf command: String, _ requests: () throws -> Result
    ) throws -> Result {
        do { return try requests() } catch FeedError.server(let problem, let retryAfter) {
            if problem.type == .unknownCard {
                if let failure = CardReference.tooShort(id, "card") { throw failure }
                let words = setup.config.server == nil ? "no card has this id" : CommandFailure.message(for: problem)
                throw CommandFailure(
                    .nothingMatched, words.continued("for the id of a question, use `cardstream \(command)`"))
            }
            guard setup.config.server == nil else { throw FeedError.server(problem, retryAfter: retryAfter) }
            let status = CommandFailure.status(of: FeedError.server(problem, retryAfter: retryAfter))
            throw CommandFailure(status, CommandFailure.explanation(of: problem))
        }
    }

    func caller() throws -> FeedHTTPClient {
        guard let server = setup.config.server else { return try OwnFeed(setup).publisher() }
        try requirePrivateServer()
        let key = try setup.secret(
            setup.config.publisherKey, of: "CARDSTREAM_PUBLISHER_KEY", file: setup.config.publisherKeyFile)
        guard let key else {
            throw CommandFailure(
                .authentication,
                "no publisher key: give it with --key-file, publisher_key_file or CARDSTREAM_PUBLISHER_KEY; on the "
                    + "server's machine, `cardstream token --publisher-key` prints the key")
        }
        guard !key.isEmpty else {
            let file = setup.config.publisherKeyFile?.shownAsFile ?? "the key file"
            throw CommandFailure(.authentication, "\(file) is empty: expected the publisher key on the first line")
        }
        return FeedHTTPClient(
            driver: CurlDriver(setup.network),
            endpoint: FeedEndpoint(baseURL: server, environmentID: setup.config.environment, apiKey: key))
    }

    /// Refuses to send the key over plain HTTP to another machine, as `cardstream login` does for tokens.
    func requirePrivateServer() throws(CommandFailure) {
        guard let url = setup.config.server.flatMap({ ServerURL($0) }), !url.isSecure, !url.isLoopback else { return }
        throw CommandFailure(
            .usage,
            "\(url.base) is plain HTTP to another machine: anyone on the network in between could read the publisher key. "
                + "Use its https:// address; the server needs a TLS proxy in front, see `cardstream help server`")
    }
}
