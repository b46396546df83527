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

    /// Performs requests. Errors of the profile's own feed do not begin with "the server says", because it needs no server.
    func performing<Result>(_ requests: () throws -> Result) throws -> Result {
        do { return try requests() } catch FeedError.server(let problem, let retryAfter)
            where setup.config.server == nil
        {
            guard problem.type != .unknownCard else { throw CommandFailure(.nothingMatched, "no card has this id") }
            let status = CommandFailure.status(of: FeedError.server(problem, retryAfter: retryAfter))
            throw CommandFailure(status, CommandFailure.explanation(of: problem))
        }
    }

    func caller() throws -> FeedHTTPClient {
        guard let server = setup.config.server else { return try OwnFeed(setup).publisher() }
        guard let key = try setup.secret(setup.config.publisherKey, file: setup.config.publisherKeyFile) else {
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
}
