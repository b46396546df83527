import Basics
import CardStreamComapi
import ComapiEmulator
import ComapiEmulatorServer
import ComapiSupport
import Foundation

/// A service of conversations, with a long conversation of one user and a short one of another, both with Ben.
final class ConversationFixture: Sendable {
    /// The argument by which the bench itself is a `token_command`.
    static let tokenArgument = "comapi-token"
    static let few = 10
    static let many = 100_000
    /// What the newest message of every conversation says.
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

    /// Waits for asynchronous work. Blocks.
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

    /// Answers a challenge on standard input, for ``tokenArgument``.
    static func printToken(of user: String) throws {
        let challenge = try JSONSerialization.jsonObject(with: FileHandle.standardInput.readDataToEndOfFile())
        guard let nonce = (challenge as? [String: Any])?["nonce"] as? String else { throw BenchError("no nonce") }
        let token = authenticator(user).token(
            for: AuthenticationChallenge(authenticationID: "", provider: "jsonWebToken", nonce: nonce))
        Main.say(token ?? "")
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

    /// A client over the network, as in the viewer.
    func client(_ user: String) -> ComapiClient { ComapiClient(space(user)) }

    /// A client without a network, for many calls.
    func directClient(_ user: String) -> ComapiClient {
        ComapiClient(space(user), network: .emulated(by: server.emulator), clock: .live)
    }

    /// Makes a conversation of a user with so many messages of Ben's. It has the user's name.
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

    /// The environment of a viewer, with a home of its own.
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

    /// Removes the cards of a user's viewer; its session at the service stays.
    func removeCards(of user: String) {
        try? FileManager.default.removeItem(at: home(of: user).appending(path: ".local/share"))
    }

    private func home(of user: String) -> URL { directory.appending(path: "home-\(user)") }
}
