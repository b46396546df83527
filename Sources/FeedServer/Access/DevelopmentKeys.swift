import Basics
import Cards
package import FeedAPI
import FeedStorage
import Glibc

/// Keys for development: created once and stored in the data directory, so that `serve` without a configuration, the
/// demo, and tokens minted by the command work together.
package struct DevelopmentKeys: Hashable, Sendable {
    package var environment: EnvironmentID
    package var viewerKey: String
    /// The HS256 secret of viewer tokens.
    package var secret: String
    package var publisherKey: String

    package static let fileName = "development-keys.json"
    package static let environmentName: EnvironmentID = "development"

    /// New random keys that exist only in memory.
    package static func ephemeral() -> DevelopmentKeys {
        DevelopmentKeys(
            environment: environmentName, viewerKey: "viewer-" + random(bytes: 12), secret: random(bytes: 32),
            publisherKey: "publisher-" + random(bytes: 12))
    }

    /// Whether a data directory contains keys.
    package static func exist(in directory: String) -> Bool { access(directory + "/" + fileName, F_OK) == 0 }

    /// Loads the keys of a data directory; creates them with mode 0600 if there are none.
    ///
    /// - Throws: ``FeedServerError/exposedKeys(path:)`` if others can read the file, or
    ///   ``FeedServerError/storage(_:)``.
    package static func load(from directory: String) throws(FeedServerError) -> DevelopmentKeys {
        do throws(StorageError) { try DataDirectory.make(directory) } catch { throw .storage(error) }
        let path = directory + "/" + fileName
        if !exist(in: directory) { try make(at: path) }
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { throw .storage(.unusable(path: path, reason: String(cString: strerror(errno)))) }
        defer { close(file) }
        guard let status = FileStatus(descriptor: file), status.permissions & 0o077 == 0 else {
            throw .exposedKeys(path: path)
        }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(file, &bytes, bytes.count)
        do throws(Mistake) { return try DevelopmentKeys(json: Array(bytes[..<max(0, count)])) } catch {
            throw .storage(.badKeys(path: path, reason: error.reason))
        }
    }

    /// What is wrong in a file of keys: the field or the position, but never a value.
    private struct Mistake: Error {
        let reason: String
    }

    /// Writes new keys, unless another process has already done so. Creates the file atomically.
    private static func make(at path: String) throws(FeedServerError) {
        let new = "\(path).\(getpid()).\(random(bytes: 4))"
        let file = open(new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        defer { unlink(new) }
        guard file >= 0 else { throw .storage(.unusable(path: path, reason: String(cString: strerror(errno)))) }
        defer { close(file) }
        let bytes = ephemeral().json
        var code = FileWriting.writeAll(bytes, to: file)
        if code == 0, fsync(file) != 0 || (link(new, path) != 0 && errno != EEXIST) { code = errno }
        guard code == 0 else { throw .storage(.unusable(path: path, reason: String(cString: strerror(code)))) }
        code = DataDirectory.sync(String(path.dropLast(Self.fileName.utf8.count + 1)))
        guard code == 0 else { throw .storage(.unusable(path: path, reason: String(cString: strerror(code)))) }
    }

    /// The configuration of a server that accepts these keys.
    package var config: ServerConfig {
        ServerConfig(environments: [
            ServerConfig.Environment(
                id: environment,
                viewerKeys: [ServerConfig.ViewerKey(key: viewerKey, verification: .hs256(secret: secret))],
                publisherKeys: [publisherKey])
        ])
    }

    package var publisherCredentials: FeedCredentials {
        FeedCredentials(environment: environment.rawValue, apiKey: publisherKey)
    }

    private init(environment: EnvironmentID, viewerKey: String, secret: String, publisherKey: String) {
        self.environment = environment
        self.viewerKey = viewerKey
        self.secret = secret
        self.publisherKey = publisherKey
    }

    private init(json: [UInt8]) throws(Mistake) {
        guard !json.isEmpty else { throw Mistake(reason: "the file is empty") }
        let members: JSONSlice.Members
        do throws(JSONError) { members = try JSONSlice(json).members() } catch { throw Mistake(reason: "\(error)") }
        guard let environment = EnvironmentID(try Self.text("environment", in: members)) else {
            throw Mistake(reason: "environment: expected \(EnvironmentID.rule.expected)")
        }
        self.init(
            environment: environment, viewerKey: try Self.text("viewerKey", in: members),
            secret: try Self.text("secret", in: members), publisherKey: try Self.text("publisherKey", in: members))
    }

    private static func text(_ name: String, in members: JSONSlice.Members) throws(Mistake) -> String {
        do throws(JSONError) { return try members.string(name) } catch {
            if case .missingMember = error.kind { throw Mistake(reason: "\(error.kind)") }
            throw Mistake(reason: "\(name), \(error)")
        }
    }

    private var json: [UInt8] {
        var writer = JSONWriter(isPretty: true)
        writer.object { writer in
            writer.member("environment", environment.rawValue)
            writer.member("viewerKey", viewerKey)
            writer.member("secret", secret)
            writer.member("publisherKey", publisherKey)
        }
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    /// Random bytes from the system's secure generator, in hexadecimal.
    private static func random(bytes: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<bytes).map { _ in
            let byte = UInt8.random(in: .min ... .max, using: &generator)
            return (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}
