import Basics
import Cards
import CordialEmulator
import CordialEmulatorServer
import Foundation

/// A message service over HTTP, with a folder for its user and a proxy that can disconnect it.
struct MessageService: Sendable {
    let server: CordialServer
    private let proxy: FaultProxy
    let folder: URL

    static let contact = "ana@example.com"

    /// Runs a test with a new service.
    static func run(in folder: URL, settings: String = "", _ test: (MessageService) async throws -> Void) async throws {
        let server = try await CordialServer.start(
            CordialConfiguration(accountKey: "account", channelKey: "shop", addressLifetime: 3600), clock: { Date() })
        let proxy = try FaultProxy(to: UInt16(server.baseURL.split(separator: ":").last ?? "") ?? 0)
        let service = MessageService(server: server, proxy: proxy, folder: folder)
        try service.configure(settings)
        let result: Result<Void, any Error>
        do { result = .success(try await test(service)) } catch { result = .failure(error) }
        proxy.stop()
        await server.close()
        try result.get()
    }

    private func configure(_ settings: String) throws {
        let base = "http://127.0.0.1:\(proxy.port)"
        try """
        [sources.shop]
        kind = "cordial"
        account_key = "account"
        channel_key = "shop"
        events_url = "\(base)/es"
        message_hub_url = "\(base)/hub"
        vanity_domains = "127.0.0.1"
        in_app_delay = 0
        categories = "sale=Sales, -new=New things"
        \(settings)
        """.write(to: folder.appending(path: "config.toml"), atomically: true, encoding: .utf8)
    }

    /// Disconnects the service, including requests in progress, or restores the connection.
    func setAway(_ isAway: Bool) { proxy.set(isAway ? .down : .open) }

    var environment: [String: String] {
        [
            "PATH": "/usr/bin:/bin", "HOME": folder.path, "LANG": "C.UTF-8", "TZ": "UTC",
            "CARDSTREAM_CONFIG": folder.appending(path: "config.toml").path, "CARDSTREAM_UNDO_WINDOW": "0",
            "XDG_CONFIG_HOME": folder.appending(path: "config").path,
            "XDG_DATA_HOME": folder.appending(path: "data").path,
            "XDG_STATE_HOME": folder.appending(path: "state").path,
            "XDG_CACHE_HOME": folder.appending(path: "cache").path,
        ]
    }

    /// Runs a command on a separate thread, because the service needs the threads of this process.
    func run(_ words: String..., input: String? = nil) async throws -> Command.Result {
        try await run(arguments: words, input: input)
    }

    func run(arguments words: [String], input: String? = nil) async throws -> Command.Result {
        let environment = environment
        return try await Blocking.run {
            Result { try Command.finish(Command.cardstream, words, input: input, environment: environment) }
        }.get()
    }

    /// The records that clients have sent.
    var records: CordialRecords { get async { await server.emulator.records } }

    /// Delivers a message to the inbox.
    func deliver(_ id: String, title: String, content: String = "<h1>Hello</h1><p>The <b>whole</b> text.</p>") async {
        await server.emulator.change {
            $0.deliver(id, to: Self.contact, content: content, metadata: ["title": .string(title)], sentAt: Date())
        }
    }

    /// The names of the events, without those that the client sends automatically.
    var events: [String] {
        get async {
            await records.events.compactMap { $0["event"]?.string }.filter { !$0.hasPrefix("crdl_app") }
        }
    }
}
