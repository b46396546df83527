import Basics
import ComapiEmulator
import ComapiEmulatorServer
import EmulatorHTTP
import Foundation

/// A conversation service over HTTP, with a folder for each user and a proxy that can disconnect a single user.
struct ConversationService: Sendable {
    let server: EmulatorServer
    private let proxies = Lock<[String: FaultProxy]>([:])
    private let configuration: EmulatorConfiguration
    private let directory: URL

    /// Runs a test with a new service.
    static func run(in directory: URL, _ test: (ConversationService) async throws -> Void) async throws {
        var configuration = EmulatorConfiguration(apiSpaceID: "space", secret: "a secret of the test")
        configuration.sessionLifetime = 86_400
        let server = try await EmulatorServer.start(configuration, clock: { Date() })
        let service = ConversationService(server: server, configuration: configuration, directory: directory)
        let result: Result<Void, any Error>
        do { result = .success(try await test(service)) } catch { result = .failure(error) }
        for proxy in service.proxies.withLock({ $0.values }) { proxy.stop() }
        await server.close()
        try result.get()
    }

    private init(server: EmulatorServer, configuration: EmulatorConfiguration, directory: URL) {
        self.server = server
        self.configuration = configuration
        self.directory = directory
    }

    /// Disconnects a user from the service, including requests in progress, or restores the connection.
    func setAway(_ isAway: Bool, from user: String) {
        proxies.withLock { $0[user] }?.set(isAway ? .down : .open)
    }

    /// Makes the service refuse the next request with this method and path permanently. Blocks, so call it on a
    /// separate thread.
    func refuseNext(_ method: String, _ path: String) {
        let done = DispatchSemaphore(value: 0)
        Task.detached { [server] in
            var faults = await server.emulator.faults
            faults.requests.append(RequestFault(.refused(status: 403), method: method, pathPrefix: path))
            await server.emulator.setFaults(faults)
            done.signal()
        }
        done.wait()
    }

    func folder(of user: String) -> URL { directory.appending(path: user) }

    /// Creates the folder of a user, with a configuration.
    @discardableResult
    func configure(_ user: String) throws -> URL {
        let folder = folder(of: user)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let proxy = try FaultProxy(to: UInt16(server.baseURL.split(separator: ":").last ?? "") ?? 0)
        proxies.withLock { $0[user] = proxy }
        let script = folder.appending(path: "token.sh")
        try Self.tokenScript(user, configuration).write(to: script, atomically: true, encoding: .utf8)
        try """
        [sources.team]
        kind = "comapi"
        space = "\(configuration.apiSpaceID)"
        base_url = "http://127.0.0.1:\(proxy.port)"
        token_command = "sh \(script.path)"
        """.write(to: folder.appending(path: "config.toml"), atomically: true, encoding: .utf8)
        return folder
    }

    /// The environment of a user's programs. A `Tmux` in the user's folder uses the same directories.
    func environment(of user: String) -> [String: String] {
        let folder = folder(of: user)
        return [
            "PATH": "/usr/bin:/bin", "HOME": folder.path, "LANG": "C.UTF-8", "TZ": "UTC",
            "CARDSTREAM_CONFIG": folder.appending(path: "config.toml").path, "CARDSTREAM_UNDO_WINDOW": "0",
            "XDG_CONFIG_HOME": folder.appending(path: "config").path,
            "XDG_DATA_HOME": folder.appending(path: "data").path,
            "XDG_STATE_HOME": folder.appending(path: "state").path,
            "XDG_CACHE_HOME": folder.appending(path: "cache").path,
        ]
    }

    /// Runs a command on a separate thread, because the service needs the threads of this process.
    func run(
        as user: String, _ words: String..., input: String? = nil, environment more: [String: String] = [:]
    ) async throws -> Command.Result {
        let environment = environment(of: user).merging(more) { $1 }
        return try await Blocking.run {
            Result { try Command.finish(Command.cardstream, words, input: input, environment: environment) }
        }.get()
    }

    /// The texts of a conversation, oldest first. Blocks, so call it on a separate thread.
    func texts(of conversation: String, as user: String) throws -> [String] {
        let words = ["messages", conversation, "--limit", "2000", "--json"]
        let result = try Command.finish(Command.cardstream, words, environment: environment(of: user))
        // Exit code 3: there are no messages.
        guard [0, 3].contains(result.status) else {
            throw EndToEndError.failed(
                command: words.joined(separator: " "), status: result.status, output: result.error)
        }
        return try result.output.split(separator: "\n").map { line in
            let json = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return json?["text"] as? String ?? ""
        }
    }

    /// A shell script that signs a token for the nonce of the challenge, with common command-line tools.
    static func tokenScript(_ user: String, _ configuration: EmulatorConfiguration) -> String {
        """
        nonce=$(sed 's/.*"nonce":"\\([^"]*\\)".*/\\1/')
        encode() { openssl base64 -A | tr '+/' '-_' | tr -d '='; }
        now=$(date +%s)
        head=$(printf '{"typ":"JWT","alg":"HS256"}' | encode)
        claims=$(printf '{"nonce":"%s","sub":"\(user)","iss":"\(configuration.issuer)","aud":"\(configuration.audience)","iat":%s,"exp":%s}' \
          "$nonce" "$now" "$((now + 3600))" | encode)
        signature=$(printf '%s.%s' "$head" "$claims" | openssl dgst -sha256 -hmac '\(configuration.secret)' -binary | encode)
        printf '%s.%s.%s' "$head" "$claims" "$signature"
        """
    }
}
