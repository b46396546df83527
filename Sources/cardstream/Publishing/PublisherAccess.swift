internal import AppRuntime
internal import CurlTransport
internal import FeedServer

/// Finds the server to publish to and the key for it.
struct PublisherAccess {
    let setup: Setup

    init(_ setup: Setup) { self.setup = setup }

    func caller() throws -> FeedCaller {
        let driver = CurlDriver(CurlConfiguration(authorityFile: setup.config.caFile))
        guard let server = setup.config.server else {
            let (address, keys) = try ownViewer()
            return FeedCaller(
                driver: driver,
                endpoint: FeedEndpoint(
                    baseURL: address, environmentID: keys.environment, apiKey: keys.publisherKey))
        }
        guard let key = try setup.secret(setup.config.publisherKey, file: setup.config.publisherKeyFile), !key.isEmpty
        else {
            throw CommandFailure(
                .authentication, "no publisher key: use --key-file, publisher_key_file or CARDSTREAM_PUBLISHER_KEY")
        }
        return FeedCaller(
            driver: driver,
            endpoint: FeedEndpoint(baseURL: server, environmentID: setup.config.environment, apiKey: key))
    }

    /// The server inside a viewer that runs now.
    private func ownViewer() throws -> (address: String, keys: DevelopmentKeys) {
        let profile = setup.config.profile
        let file = setup.paths.endpointFile(profile: profile)
        guard PrivateFile.exists(file) else {
            throw CommandFailure(
                .network, "no server: set one with --server, or open the viewer first and publish to the one inside it")
        }
        let text = String(decoding: try PrivateFile.read(file, limit: 4096), as: UTF8.self)
        let address = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        return (address, try DevelopmentKeys.load(from: setup.paths.embeddedServer(profile: profile)))
    }
}
