internal import AppRuntime
internal import Cards
internal import FeedAPI
internal import FeedServer
internal import TOML

/// The keys of a server: those in the file of `serve.keys`, or else the random keys in its data directory.
struct ServerKeys {
    /// The path of the keys' file, for messages.
    let path: String
    let config: ServerConfig

    /// - Parameters:
    ///   - directory: The server's data directory.
    ///   - makes: Whether to create missing directories and random keys, as for starting a server.
    init(file: String?, directory: String, makes: Bool) throws {
        guard let file else {
            path = "\(directory)/\(DevelopmentKeys.fileName)"
            guard makes || DevelopmentKeys.exist(in: directory) else {
                throw CommandFailure(
                    .failure,
                    "\(directory.shownAsFile) holds no keys: check the path, or start `cardstream serve` once with "
                        + "this path as --data to create keys"
                )
            }
            config = try DevelopmentKeys.load(from: directory).config
            return
        }
        guard try PrivateFile.isPrivate(file) else { throw FeedServerError.exposedKeys(path: file) }
        path = file
        config = try Self.parse(try PrivateFile.read(file, limit: 1 << 20), path: file, checkingKeys: true)
    }

    /// - Throws: ``CommandFailure`` if there is no environment with this id.
    func environment(_ id: String) throws -> ServerConfig.Environment {
        guard let environment = config.environments.first(where: { $0.id.rawValue == id }) else {
            let known = config.environments.map(\.id.rawValue).joined(separator: ", ")
            throw CommandFailure(.nothingMatched, "\(path.shownAsFile) has no environment \"\(id)\"; it has \(known)")
        }
        return environment
    }

    // MARK: Reading

    static func parse(_ text: String, path: String) throws(ConfigError) -> ServerConfig {
        try parse(Array(text.utf8), path: path)
    }

    /// - Parameter checkingKeys: Whether a key that cannot verify signatures is an error.
    static func parse(
        _ bytes: [UInt8], path: String, checkingKeys: Bool = false
    ) throws(ConfigError) -> ServerConfig {
        let table: TOMLTable
        do throws(TOMLError) { table = try TOMLTable.read(bytes) } catch { throw ConfigError(error, in: path) }
        let file = KeysFile(path: path, lines: TOMLLines(table))
        try file.checkNames(of: table, at: "", known: ["environment"])
        let entries = try file.tables("environment", in: table, at: "")
        guard !entries.isEmpty else {
            throw ConfigError(.file(path: path, line: nil), "expected at least one [[environment]]")
        }
        var environments: [ServerConfig.Environment] = []
        for (place, entry) in entries {
            try file.checkNames(
                of: entry, at: place, known: ["id", "publisher_keys", "user_claim", "push_environments", "viewer"])
            guard let text = try file.text("id", in: entry, at: place) else {
                throw file.mistake(place, "expected an id, a string in quotes")
            }
            guard let id = EnvironmentID(text) else {
                throw file.mistake("\(place).id", "expected \(EnvironmentID.rule.expected)")
            }
            guard !environments.contains(where: { $0.id == id }) else {
                throw file.mistake("\(place).id", "repeats the id \"\(id)\"; give each environment a different id")
            }
            var pushEnvironments: [PushEnvironment] = [.sandbox, .production]
            if entry["push_environments"] != nil {
                let names = try file.texts(
                    "push_environments", in: entry, at: place, of: pushEnvironments.map(\.rawValue))
                pushEnvironments.removeAll { !names.contains($0.rawValue) }
            }
            let viewers = try file.tables("viewer", in: entry, at: place)
            environments.append(
                ServerConfig.Environment(
                    id: id,
                    viewerKeys: try viewers.map { place, table throws(ConfigError) in
                        try viewerKey(table, at: place, of: file, checking: checkingKeys)
                    },
                    publisherKeys: try file.texts("publisher_keys", in: entry, at: place),
                    userClaim: try file.text("user_claim", in: entry, at: place), pushEnvironments: pushEnvironments))
        }
        return ServerConfig(environments: environments)
    }

    private static func viewerKey(
        _ table: TOMLTable, at place: String, of file: KeysFile, checking: Bool
    ) throws(ConfigError) -> ServerConfig.ViewerKey {
        let kinds = ["hs256_secret", "rs256_public_key", "rs512_public_key", "es256_public_key"]
        try file.checkNames(of: table, at: place, known: ["key"] + kinds)
        guard let key = try file.text("key", in: table, at: place) else {
            throw file.mistake(place, "expected a key, a string in quotes")
        }
        let given = kinds.filter { table[$0] != nil }
        guard given.count == 1, let text = try file.text(given[0], in: table, at: place) else {
            throw file.mistake(place, "expected exactly one of \(kinds.joined(separator: ", "))")
        }
        let verification: ServerConfig.Verification =
            switch given[0] {
            case "hs256_secret": .hs256(secret: text)
            case "rs256_public_key": .rs256(publicKey: text)
            case "rs512_public_key": .rs512(publicKey: text)
            default: .es256(publicKey: text)
            }
        if checking, let mistake = verification.mistake { throw file.mistake("\(place).\(given[0])", mistake) }
        return ServerConfig.ViewerKey(key: key, verification: verification)
    }
}
