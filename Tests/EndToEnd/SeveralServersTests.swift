import Foundation
import PostgresSupport
import Support
import Testing

/// Two servers of one database behind nginx, using the unit and the configuration that ship with the program.
@Suite(
    .serialized, .enabled(if: Nginx.isAvailable, "nginx, openssl or curl is missing (apt install nginx-light)"),
    .enabled(if: PostgresCluster.isAvailable, "\(PostgresCluster.comment)"))
struct SeveralServersTests {
    private static let unit = URL(filePath: #filePath).appending(path: "../../../.make/monitoring/cardstream.service")
        .standardizedFileURL
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// The flags of the unit, except those for which the servers of the tests always use their own values.
    private func flags() throws -> [String] {
        let text = try String(contentsOf: Self.unit, encoding: .utf8).replacing("\\\n", with: " ")
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("ExecStart=") })
        var words = line.split(separator: " ").map(String.init)[...]
        #expect(words.popFirst() == "ExecStart=/usr/bin/cardstream" && words.popFirst() == "serve")
        var flags: [String] = []
        while let name = words.popFirst(), let value = words.popFirst() {
            switch name {
            // The keys are in the data directory.
            case "--listen", "--data", "--database", "--keys": continue
            case "--metrics-listen": flags += [name, "127.0.0.1:0"]
            default: flags += [name, value]
            }
        }
        #expect(flags.contains("--drain"))
        return flags
    }

    @Test func `data of one server is available after it has stopped`() throws {
        let database = try PostgresCluster.shared.makeDatabase()
        let names = ["a", "b"].map { directory.url.appending(path: $0) }
        let first = try Server(directory: names[0], database: database.address, keysOf: nil, flags: try flags())
        let second = try Server(directory: names[1], database: database.address, keysOf: first, flags: try flags())
        let nginx = try Nginx(directory: directory.url, ports: [first.port, second.port])
        let key = try String(contentsOf: names[0].appending(path: "publisher.key"), encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let headers = [
            "Cardstream-Environment: development", "Cardstream-Key: \(key)", "Content-Type: application/json",
        ]
        func publish(_ name: String) throws -> String {
            let card = "{\"content\":[{\"type\":\"headline\",\"text\":\"\(name)\"}]}"
            let body = "{\"key\":\"\(name)\",\"stream\":\"inbox\",\"users\":[\"ana\"],\"card\":\(card)}"
            var answer = try nginx.get("/v1/cards", headers: headers, body: body)
            // nginx does not repeat the request if a server stops while handling it, and it avoids a stopped server for
            // five seconds, so the publisher repeats the request.
            let end = ContinuousClock.now + .seconds(15)
            while answer.hasPrefix("HTTP/1.1 502"), ContinuousClock.now < end {
                answer = try nginx.get("/v1/cards", headers: headers, body: body)
            }
            return String(try #require(answer.firstMatch(of: /"id":"([^"]+)"/), "\(answer)").1)
        }
        var cards = try (0..<4).map { try publish("Before \($0)") }
        first.stop()
        cards += try (0..<4).map { try publish("After \($0)") }
        try first.start()
        second.crash()
        cards += try (0..<4).map { try publish("Again \($0)") }
        for card in cards {
            let answer = try nginx.get("/v1/cards/\(card)", headers: headers)
            #expect(answer.hasPrefix("HTTP/1.1 200") && answer.contains(card), "\(answer)")
        }
        #expect(try database.number("SELECT count(*) FROM cardstream.card") == cards.count)
    }

    @Test func `while a server cannot reach its database, the other one responds`() throws {
        let database = try PostgresCluster.shared.makeDatabase()
        let role = "lost_\(database.name)"
        try database.execute("CREATE ROLE \(role) LOGIN SUPERUSER")
        let names = ["a", "b"].map { directory.url.appending(path: $0) }
        let first = try Server(
            directory: names[0], database: database.address.replacing("user=cardstream", with: "user=\(role)"),
            keysOf: nil)
        let second = try Server(directory: names[1], database: database.address, keysOf: first)
        let card = try second.publish("Read by way of the other")
        let nginx = try Nginx(directory: directory.url, ports: [first.port, second.port])
        try database.execute("ALTER ROLE \(role) NOLOGIN")
        try database.endConnections(where: "usename = '\(role)'")
        let key = try String(contentsOf: names[0].appending(path: "publisher.key"), encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let headers = ["Cardstream-Environment: development", "Cardstream-Key: \(key)"]
        let client = try #require(RawConnection(port: first.port))
        client.send(
            "GET /v1/cards/\(card) HTTP/1.1\r\nHost: test\r\nConnection: close\r\n"
                + headers.map { "\($0)\r\n" }.joined() + "\r\n")
        let answer = client.readToEnd()
        #expect(
            answer.hasPrefix("HTTP/1.1 503") && answer.contains("Retry-After: 1\r\n")
                && answer.contains("urn:cardstream:problem:not-ready"), "\(answer)")
        for _ in 0..<4 {
            let answer = try nginx.get("/v1/cards/\(card)", headers: headers)
            #expect(answer.hasPrefix("HTTP/1.1 200") && answer.contains(card), "\(answer)")
        }
    }

    @Test(
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: "/usr/bin/systemd-analyze"), "systemd is not installed"))
    func `systemd accepts the unit`() throws {
        // The program need not be installed at the path in the unit.
        let text = try String(contentsOf: Self.unit, encoding: .utf8)
            .replacing("/usr/bin/cardstream", with: Command.cardstream)
        let copy = directory.url.appending(path: "cardstream.service")
        try Data(text.utf8).write(to: copy)
        let result = try Command.finish("/usr/bin/systemd-analyze", ["verify", "--man=no", copy.path])
        let complaints = result.error.split(separator: "\n").filter { $0.contains("cardstream.service") }
        #expect(complaints.isEmpty, "\(result.error)")
    }
}
