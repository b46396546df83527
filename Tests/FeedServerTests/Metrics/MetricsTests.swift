import Cards
import FeedAPI
import FeedStorage
import Foundation
import Testing

@testable import FeedServer

/// `GET /metrics` of a running server.
@Suite struct MetricsTests {
    private func metrics(_ port: UInt16, _ headers: [(String, String)] = []) async throws -> RawClient.Answer {
        try await RawClient(port: port).request("GET", "/metrics", nil, headers: headers)
    }

    private func lines(_ answer: RawClient.Answer) -> Set<String> {
        Set(String(decoding: answer.body, as: UTF8.self).split(separator: "\n").map(String.init))
    }

    @Test func `events are counted in metrics`() async throws {
        let test = try await TestServer()
        try await test.listening { port in
            let viewer = try await RawClient(port: port)
            _ = try await viewer.upgrade(try await test.viewer())
            _ = try await viewer.push()
            try await viewer.send(.subscribe([ClientFrame.Subscription(streamID: "ops", since: nil)]))
            let card = try await test.publish()
            while true { if case .delta = try await viewer.push() { break } }
            _ = try await test.act(.dismiss, on: card)
            let publisher = test.keys.publisherCredentials
            #expect(try await RawClient(port: port).request(.outcome("nothing"), publisher).status == 404)
            let metricsPort = try await test.server.startMetrics(listen: .ephemeralLoopback)
            let answer = try await metrics(metricsPort)
            #expect(
                answer.status == 200 && answer.headers["content-type"]?.hasPrefix("text/plain; version=0.0.4") == true)
            let lines = lines(answer)
            #expect(
                lines.isSuperset(of: [
                    "cardstream_viewers 1", "cardstream_feeds_followed 1", "cardstream_cards_published_total 1",
                    "cardstream_acts_total 1", "cardstream_ready 1", "cardstream_asks_open 0",
                    "cardstream_webhook_backlog 0", "cardstream_tokens_checked_total{way=\"verified\"} 1",
                    "cardstream_http_requests_total{route=\"outcome\",code=\"4xx\"} 1",
                    "cardstream_http_requests_total{route=\"socket\",code=\"1xx\"} 1",
                    "cardstream_connections_accepted_total 2",
                    "# TYPE cardstream_push_delay_seconds histogram", "# TYPE process_open_fds gauge",
                ]), "\(lines.sorted().joined(separator: "\n"))")
            #expect(!lines.contains("cardstream_pushes_total 0"))
            #expect(!lines.contains("cardstream_storage_command_duration_seconds_count 0"))
        }
    }

    @Test func `on the address for all a publisher key is needed, in its headers or as a bearer`() async throws {
        let test = try await TestServer()
        try await test.listening { port in
            #expect(try await metrics(port).status == 401)
            let viewer = try await test.viewer().headers.map { ($0.name, $0.value) }
            #expect(try await metrics(port, viewer).status == 403)
            #expect(try await metrics(port, [("Authorization", "Bearer wrong")]).status == 401)
            let publisher = test.keys.publisherCredentials.headers.map { ($0.name, $0.value) }
            #expect(try await metrics(port, publisher).status == 200)
            #expect(try await metrics(port, [("Authorization", "Bearer \(test.keys.publisherKey)")]).status == 200)
            #expect(try await metrics(port, [("Authorization", "Basic1 \(test.keys.publisherKey)")]).status == 401)
        }
    }

    @Test func `the metrics address serves only metrics and health`() async throws {
        let test = try await TestServer()
        try await test.listening { _ in
            let port = try await test.server.startMetrics(listen: .ephemeralLoopback)
            let publisher = test.keys.publisherCredentials
            #expect(try await RawClient(port: port).request(.streams, publisher).status == 404)
            #expect(try await RawClient(port: port).request(.socket, try await test.viewer()).status == 404)
            #expect(try await RawClient(port: port).request(.ready, nil).status == 200)
        }
    }

    @Test(.enabled(if: Tool.promtool != nil, "promtool is not installed (apt install prometheus)"))
    func `promtool accepts the text`() async throws {
        let promtool = try #require(Tool.promtool)
        let test = try await TestServer()
        try await test.publish()
        try await test.listening { _ in
            let port = try await test.server.startMetrics(listen: .ephemeralLoopback)
            _ = try await metrics(port)
            let body = try await metrics(port).body
            let (status, output) = try Tool.run(promtool, ["check", "metrics"], input: Data(body))
            #expect(status == 0 && output.isEmpty, "\(output)")
            let broken = try Tool.run(promtool, ["check", "metrics"], input: Data("nonsense{".utf8))
            #expect(broken.status != 0)
        }
    }
}

/// The alert rules and the dashboard that ship with the server.
@Suite struct MonitoringTests {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: ".make/monitoring")

    @Test(arguments: ["alerts.yml", "dashboard.json"])
    func `each metric that dashboards and alerts name exists`(file: String) async throws {
        let text = try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
        let test = try await TestServer()
        try await test.publish()
        try await test.listening { port in
            let publisher = test.keys.publisherCredentials
            // Requests are counted in groups, and a group appears with its first request.
            _ = try await RawClient(port: port).request(.streams, publisher)
            let answer = try await RawClient(port: port).request(.serverMetrics, publisher)
            let metrics = String(decoding: answer.body, as: UTF8.self)
            // The storage of this server has no connections, so their metrics are added here.
            let state = StorageState(
                connections: 1, busyConnections: 0, mostConnections: 1, waiting: 0, isListening: true)
            let ofStorage = Set(MetricsReport.families(of: state).map(\.name))
            let names = Set(text.matches(of: /(cardstream|process)_[a-z_]+/).map { String($0.output.0) })
            #expect(names.count > 3)
            for name in names {
                let family = name.hasSuffix("_bucket") ? String(name.dropLast("_bucket".count)) : name
                #expect(metrics.contains("# TYPE \(family) ") || ofStorage.contains(name), "\(name)")
            }
        }
    }

    @Test func `the dashboard is JSON with a query in each panel`() throws {
        let data = try Data(contentsOf: Self.folder.appending(path: "dashboard.json"))
        let dashboard = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let panels = try #require(dashboard["panels"] as? [[String: Any]])
        #expect(!panels.isEmpty && panels.allSatisfy { ($0["targets"] as? [Any])?.isEmpty == false })
    }

    @Test(.enabled(if: Tool.promtool != nil, "promtool is not installed (apt install prometheus)"))
    func `promtool accepts the alert rules`() throws {
        let promtool = try #require(Tool.promtool)
        let (status, output) = try Tool.run(
            promtool, ["check", "rules", Self.folder.appending(path: "alerts.yml").path])
        #expect(status == 0 && output.contains("4 rules"), "\(output)")
    }
}

/// External programs that check what this program writes.
enum Tool {
    static let promtool = path("promtool", variable: "CARDSTREAM_PROMTOOL", ["/usr/bin/promtool"])

    /// - Parameter variable: An environment variable with the program's path, if it is not installed.
    static func path(_ name: String, variable: String, _ places: [String]) -> String? {
        ([ProcessInfo.processInfo.environment[variable]].compactMap(\.self) + places)
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Runs a program until it exits, and returns its exit code and all its output.
    static func run(
        _ program: String, _ arguments: [String], input: Data = Data()
    ) throws -> (status: Int32, output: String) {
        let process = Process()
        let (given, output) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardInput = given
        process.standardOutput = output
        process.standardError = output
        try process.run()
        try given.fileHandleForWriting.write(contentsOf: input)
        try given.fileHandleForWriting.close()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }
}
