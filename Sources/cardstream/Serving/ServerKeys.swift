internal import AppRuntime
internal import Cards
internal import FeedServer
internal import TOMLKit

/// Who may use a server: from the file of `serve.keys`, else the random keys of its data directory.
struct ServerKeys {
    /// The file or directory the keys are from, for messages.
    let path: String
    let config: ServerConfig
    /// Whether random keys were made just now, which no running server knows.
    let areNew: Bool

    /// - Parameter directory: the server's data directory; made, with keys, where it is missing.
    init(file: String?, directory: String) throws {
        guard let file else {
            path = "\(directory)/\(DevelopmentKeys.fileName)"
            areNew = !DevelopmentKeys.exist(in: directory)
            config = try DevelopmentKeys.load(from: directory).config
            return
        }
        guard try PrivateFile.isPrivate(file) else { throw FeedServerError.exposedKeys(path: file) }
        path = file
        areNew = false
        config = try Self.parse(String(decoding: try PrivateFile.read(file, limit: 1 << 20), as: UTF8.self), path: file)
    }

    /// The named environment.
    func environment(_ id: String) throws -> ServerConfig.Environment {
        guard let environment = config.environments.first(where: { $0.id == id }) else {
            let known = config.environments.map(\.id).joined(separator: ", ")
            throw CommandFailure(.nothingMatched, "\(path.shownAsFile) has no environment \"\(id)\"; it has \(known)")
        }
        return environment
    }

    // MARK: Reading

    static func parse(_ text: String, path: String) throws(ConfigError) -> ServerConfig {
        func mistake(_ message: String, line: Int? = nil) -> ConfigError {
            ConfigError(.file(path: path, line: line), message)
        }
        let table: TOMLTable
        do {
            table = try TOMLTable(string: text)
        } catch let error as TOMLParseError {
            throw mistake("not TOML: \(error.description)", line: error.source.begin.line)
        } catch {
            throw mistake("not TOML: \(error)")
        }
        for key in table.keys where key != "environment" {
            throw mistake("unknown key \"\(key)\"; expected tables [[environment]]")
        }
        guard let list = table["environment"]?.array, !list.isEmpty else {
            throw mistake("expected at least one [[environment]]")
        }
        var environments: [ServerConfig.Environment] = []
        for (index, value) in list.enumerated() {
            let place = "environment \(index + 1)"
            guard let entry = value.table else { throw mistake("\(place): expected a table") }
            let allowed = ["id", "publisher_keys", "user_claim", "push_environments", "viewer"]
            for key in entry.keys where !allowed.contains(key) {
                throw mistake("\(place): unknown key \"\(key)\"; known are \(allowed.joined(separator: ", "))")
            }
            guard let id = entry["id"]?.string, !id.isEmpty else { throw mistake("\(place): id must be a text") }
            guard !environments.contains(where: { $0.id == id }) else { throw mistake("\(place): a second \"\(id)\"") }
            var publishers: [String] = []
            for key in entry["publisher_keys"]?.array.map(Array.init) ?? [] {
                guard let text = key.string, !text.isEmpty else {
                    throw mistake("\(place): publisher_keys must be a list of texts")
                }
                publishers.append(text)
            }
            var pushEnvironments: [PushEnvironment] = [.sandbox, .production]
            if let value = entry["push_environments"] {
                let names = value.array.map { $0.map { $0.string ?? "" } } ?? [""]
                guard names.allSatisfy({ $0 == "sandbox" || $0 == "production" }) else {
                    throw mistake("\(place): push_environments must be a list of \"sandbox\" and \"production\"")
                }
                pushEnvironments.removeAll { !names.contains($0.rawValue) }
            }
            var viewers: [ServerConfig.ViewerKey] = []
            for (number, value) in (entry["viewer"]?.array.map(Array.init) ?? []).enumerated() {
                let place = "\(place), viewer \(number + 1)"
                guard let viewer = value.table else { throw mistake("\(place): expected a table") }
                viewers.append(try viewerKey(viewer, mistake: { mistake("\(place): \($0)") }))
            }
            environments.append(
                ServerConfig.Environment(
                    id: id, viewerKeys: viewers, publisherKeys: publishers, userClaim: entry["user_claim"]?.string,
                    pushEnvironments: pushEnvironments))
        }
        return ServerConfig(environments: environments)
    }

    private static func viewerKey(
        _ table: TOMLTable, mistake: (String) -> ConfigError
    ) throws(ConfigError) -> ServerConfig.ViewerKey {
        let kinds = ["hs256_secret", "rs256_public_key", "rs512_public_key", "es256_public_key"]
        for key in table.keys where key != "key" && !kinds.contains(key) {
            throw mistake("unknown key \"\(key)\"; known are key, \(kinds.joined(separator: ", "))")
        }
        guard let key = table["key"]?.string, !key.isEmpty else { throw mistake("key must be a text") }
        let given = kinds.filter { table[$0] != nil }
        guard given.count == 1, let text = table[given[0]]?.string else {
            throw mistake("expected exactly one of \(kinds.joined(separator: ", "))")
        }
        let verification: ServerConfig.Verification =
            switch given[0] {
            case "hs256_secret": .hs256(secret: text)
            case "rs256_public_key": .rs256(publicKey: text)
            case "rs512_public_key": .rs512(publicKey: text)
            default: .es256(publicKey: text)
            }
        return ServerConfig.ViewerKey(key: key, verification: verification)
    }
}
