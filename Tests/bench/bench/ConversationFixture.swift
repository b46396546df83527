import Basics
import CardStreamComapi
import ComapiEmulator
import ComapiEmulatorServer
import ComapiSupport
import Foundation

/// A conversation service with a long conversation of one user and a short one of another, both with Ben.
final class ConversationFixture: Sendable {
    /// The argument with which the bench serves as the `token_command` of a viewer.
    static let tokenArgument = "comapi-token"
    static let few = 10
    static let many = 100_000
    /// The text of the newest message of every conversation.
    static let last = "Closing words"

    private static let configuration = EmulatorConfiguration(apiSpaceID: "bench", secret: "bench")
    private let server: EmulatorServer
    private let directory: URL

    init(in directory: URL) throws {
        self.directory = directory
        var configuration = Self.configuration
        configuration.sessionLifetime = 86_400
        server = try Self.wait { [configuration] in
            try await EmulatorServer.start(configuration, clock: { Date() })
        }
    }

    /// Blocks until asynchronous work has finished.
    static func wait<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
        let done = DispatchSemaphore(value: 0)
        let result = Lock<Result<Value, any Error>?>(nil)
        Task.detached {
            let found: Result<Value, any Error>
            do { found = .success(try await work()) } catch { found = .failure(error) }
            result.withLock { $0 = found }
            done.signal()
        }
        done.wait()
        guard let found = result.withLock({ $0 }) else { throw BenchError("the work has no result") }
        return try found.get()
    }

    /// Prints a token for the challenge on standard input. See ``tokenArgument``.
    static func printToken(of user: String) throws {
        let challenge = try JSONSerialization.jsonObject(with: FileHandle.standardInput.readDataToEndOfFile())
        guard let nonce = (challenge as? [String: Any])?["nonce"] as? String else { throw BenchError("no nonce") }
        let token = authenticator(user).token(
            for: AuthenticationChallenge(authenticationID: "", provider: "jsonWebToken", nonce: nonce))
        Main.printLine(token ?? "")
    }

    private static func authenticator(_ user: String) -> HS256Authenticator {
        HS256Authenticator(
            profileID: user, secret: configuration.secret, issuer: configuration.issuer,
            audience: configuration.audience)
    }

    private func space(_ user: String) -> ComapiSpace {
        ComapiSpace(
            id: Self.configuration.apiSpaceID, authenticator: Self.authenticator(user), baseURL: server.baseURL)
    }

    /// A client over the network, like that of the viewer.
    func client(_ user: String) -> ComapiClient { ComapiClient(space(user)) }

    /// A client without a network, for many calls.
    func directClient(_ user: String) -> ComapiClient {
        ComapiClient(space(user), network: .emulated(by: server.emulator), clock: .live)
    }

    /// Creates a conversation of a user with this many messages from Ben. Its id is the user's name.
    func fill(_ user: String, messages count: Int) throws {
        try Self.wait { [self] in
            try await directClient(user).sessions.start()
            let ben = directClient("ben")
            try await ben.conversations.create(
                NewConversation(id: user, name: "Release", participants: [Participant(user)]))
            for number in 1..<count {
                try await ben.conversations.send(SendableMessage("Message \(number % 7) of many"), to: user)
            }
            try await ben.conversations.send(SendableMessage(Self.last), to: user)
        }
    }

    /// The environment of a viewer with its own home directory.
    func environment(of user: String) throws -> [String: String] {
        let home = home(of: user)
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        let bench = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().path
        let config = home.appending(path: "config.toml")
        try Data(
            """
            [sources.team]
            kind = "comapi"
            space = "\(Self.configuration.apiSpaceID)"
            base_url = "\(server.baseURL)"
            token_command = "'\(bench)' \(Self.tokenArgument) \(user)"
            """.utf8
        ).write(to: config)
        return [
            "PATH": "/usr/bin:/bin", "HOME": home.path, "LANG": "C.UTF-8", "TZ": "UTC", "TERM": "xterm-256color",
            "CARDSTREAM_CONFIG": config.path,
        ]
    }

    /// Removes the cards of a user's viewer. Its session at the service stays.
    func removeCards(of user: String) {
        try? FileManager.default.removeItem(at: home(of: user).appending(path: ".local/share"))
    }

    private func home(of user: String) -> URL { directory.appending(path: "home-\(user)") }
}
