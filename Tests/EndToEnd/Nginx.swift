import Foundation
import Testing

/// nginx in its own folder, listening on a Unix socket.
final class Nginx {
    private static let program = [ProcessInfo.processInfo.environment["CARDSTREAM_NGINX"], "/usr/sbin/nginx"]
        .compactMap(\.self).first { FileManager.default.isExecutableFile(atPath: $0) }

    static let isAvailable =
        program != nil
        && ["/usr/bin/openssl", "/usr/bin/curl"].allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }

    private let folder: URL
    private let process = Process()

    init(directory: URL, ports: [UInt16]) throws {
        folder = directory.appending(path: "nginx")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.path
        try Command.run(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1",
                "-keyout", "\(path)/key.pem", "-out", "\(path)/cert.pem", "-subj", "/CN=cards.example",
                "-addext", "subjectAltName=DNS:cards.example",
            ])
        let given = URL(filePath: #filePath).appending(path: "../../../.make/monitoring/nginx.conf").standardizedFileURL
        var text = try String(contentsOf: given, encoding: .utf8)
        let changes = [
            ("10.0.0.1:8787", "127.0.0.1:\(ports[0])"), ("10.0.0.2:8787", "127.0.0.1:\(ports[1])"),
            ("listen 443 ssl", "listen unix:\(path)/socket ssl"), ("/etc/ssl/cards.example.pem", "\(path)/cert.pem"),
            ("/etc/ssl/cards.example.key", "\(path)/key.pem"), ("/var/log/nginx/cardstream.log", "\(path)/access.log"),
        ]
        for (old, new) in changes {
            try #require(text.contains(old))
            text = text.replacingOccurrences(of: old, with: new)
        }
        let bodies = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(path)/\($0);" }
        let whole =
            "daemon off; master_process off; pid \(path)/pid; error_log \(path)/error.log; events {} http { "
            + bodies.joined(separator: " ") + "\n\(text)\n}\n"
        try Data(whole.utf8).write(to: folder.appending(path: "nginx.conf"))
        process.executableURL = URL(filePath: try #require(Self.program))
        process.arguments = ["-c", "\(path)/nginx.conf", "-e", "\(path)/error.log"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        let end = ContinuousClock.now + .seconds(10)
        while !FileManager.default.fileExists(atPath: "\(path)/socket"), process.isRunning, ContinuousClock.now < end {
            usleep(10_000)
        }
        try #require(process.isRunning)
    }

    // SIGKILL, because nginx inherits the blocked signals of other suites' tests.
    deinit {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// The response with its header. A response that does not end is read for two seconds.
    ///
    /// - Parameter body: The body of a POST; nil sends a GET.
    func get(_ target: String, headers: [String] = [], body: String? = nil) throws -> String {
        let path = folder.path
        let result = try Command.finish(
            "/usr/bin/curl",
            [
                "-si", "--http1.1", "--max-time", "2", "--unix-socket", "\(path)/socket",
                "--cacert", "\(path)/cert.pem",
            ] + headers.flatMap { ["-H", $0] } + (body.map { ["--data-binary", $0] } ?? []) + [
                "https://cards.example\(target)"
            ])
        return result.output
    }
}
