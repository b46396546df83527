import Basics
import Crypto
import Foundation
import PostgresSupport

/// Servers with the same keys, of one database or of a file, with limits for ten thousand viewers.
final class ServerGroup {
    struct Server {
        var process: pid_t
        var address: String
        /// Kept open, so that the server can print.
        var output: FileHandle

        var port: UInt16 { UInt16(address.split(separator: ":").last ?? "") ?? 0 }
    }

    static let viewerKey = "bench-viewer"
    private static let secret = "a-secret-of-the-bench-with-enough-bytes"
    private(set) var servers: [Server] = []
    private let directory: URL

    var publisherKey: URL { directory.appending(path: "publisher.key") }

    /// - Parameter database: The address of the database; nil for a file.
    init(_ cardstream: String, count: Int, database: String?) throws {
        directory = FileManager.default.temporaryDirectory.appending(
            path: "cardstream-bench-\(getpid())-\(database == nil ? "file" : "database")")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        func store(_ text: String, _ name: String) throws -> String {
            let file = directory.appending(path: name)
            try Data(text.utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
            return file.path
        }
        _ = try store("bench-publisher", "publisher.key")
        let keys = try store(
            """
            [[environment]]
            id = "development"
            publisher_keys = ["bench-publisher"]
            [[environment.viewer]]
            key = "\(Self.viewerKey)"
            hs256_secret = "\(Self.secret)"
            """, "keys.toml")
        let place = try database.map { try store($0, "database") }
        let environment = [
            "PATH": "/usr/bin:/bin", "HOME": directory.path, "LANG": "C.UTF-8", "TZ": "UTC",
            "CARDSTREAM_SERVE_MAX_CONNECTIONS": "15000", "CARDSTREAM_SERVE_MAX_UNAUTHENTICATED_PER_ADDRESS": "0",
        ]
        for number in 0..<count {
            let data = directory.appending(path: "server\(number)").path
            let (process, address, output) = try Fixture.serve(
                cardstream, ["--data", data, "--keys", keys] + (place.map { ["--database", $0] } ?? []),
                environment: environment, log: directory.appending(path: "server\(number).log").path)
            servers.append(Server(process: process, address: address, output: output))
        }
    }

    deinit {
        for server in servers { kill(server.process, SIGTERM) }
        for server in servers { waitpid(server.process, nil, 0) }
        try? FileManager.default.removeItem(at: directory)
    }

    func publisher(_ server: Int) throws -> Publisher {
        try Publisher(address: servers[server].address, keyFile: publisherKey.path)
    }

    /// A token that is valid for an hour.
    static func token(user: String) -> String {
        let now = Int(Date().timeIntervalSince1970)
        let input = [
            "{\"alg\":\"HS256\",\"typ\":\"JWT\"}", "{\"sub\":\"\(user)\",\"iat\":\(now),\"exp\":\(now + 3600)}",
        ]
        .map { Base64.urlText(Array($0.utf8)) }.joined(separator: ".")
        let code = HMAC<SHA256>.authenticationCode(
            for: Array(input.utf8), using: SymmetricKey(data: Array(secret.utf8)))
        return "\(input).\(Base64.urlText(Array(code)))"
    }
}
