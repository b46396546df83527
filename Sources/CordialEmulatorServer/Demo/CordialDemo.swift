package import Basics
import Cards
package import CordialEmulator
import EmulatorHTTP
package import EmulatorSockets

/// A small shop on this machine for a demo without an account: an inbox, a banner, a modal form, and tracked links. It
/// replies to the form with a message, and sends another message after a while.
///
/// ```swift
/// let demo = try await CordialDemo.start()
/// // A client with demo.configuration, demo.eventsURL and demo.messageHubURL sets demo.contact.
/// await demo.close()
/// ```
package actor CordialDemo {
    /// The settings with the keys that a client needs.
    package nonisolated let configuration: CordialConfiguration
    /// The URL of the event stream service.
    package nonisolated let eventsURL: String
    /// The URL of the message hub.
    package nonisolated let messageHubURL: String
    /// The contact key of the demo's user.
    package nonisolated let contact = ShopMessages.contact
    /// The host of the demo's tracked links.
    package nonisolated let vanityDomain = "127.0.0.1"
    /// The emulator, for faults and administration.
    package nonisolated let emulator: CordialEmulator

    /// Seconds from the start until another message arrives.
    static let pause = 25.0

    private let server: CordialServer
    private var later: Task<Void, Never>?

    private init(_ server: CordialServer, _ configuration: CordialConfiguration) {
        self.server = server
        self.configuration = configuration
        eventsURL = server.eventsURL
        messageHubURL = server.messageHubURL
        emulator = server.emulator
    }

    /// Starts the services with their messages.
    ///
    /// - Parameters:
    ///   - pictures: The beginning of the URLs of the pictures in messages.
    ///   - port: The port to listen on; 0 for a free port that the system chooses.
    ///   - clock: The services' time.
    /// - Throws: ``EmulatorServerError``.
    package static func start(
        pictures: String = "https://shop.example/pictures/", port: UInt16 = 0, clock: SyncClock = .live
    ) async throws(EmulatorServerError) -> CordialDemo {
        // The keys do not need to be secret: only this machine reaches the services, and their data is fictitious.
        var configuration = CordialConfiguration(accountKey: "demo", channelKey: "shop")
        configuration.addressLifetime = 3600
        let reaction: CordialServer.Reaction = { request, response, emulator in
            guard response.status == 200, request.target == "/es/mobile/events" else { return }
            await emulator.change { ShopMessages.answerForm(&$0, at: clock.now()) }
        }
        let server = try await CordialServer.start(configuration, port: port, clock: clock.now, reaction: reaction)
        let demo = CordialDemo(server, configuration)
        let base = server.baseURL
        await server.emulator.change { ShopMessages.fill(&$0, baseURL: base, pictures: pictures, at: clock.now()) }
        await demo.begin(clock, baseURL: base)
        return demo
    }

    private func begin(_ clock: SyncClock, baseURL: String) {
        later = Task { [emulator] in
            await clock.sleep(clock.uptime() + Self.pause)
            guard !Task.isCancelled else { return }
            await emulator.change { ShopMessages.deliverLater(&$0, baseURL: baseURL, at: clock.now()) }
        }
    }

    /// Closes all connections and the port.
    package func close() async {
        later?.cancel()
        await later?.value
        await server.close()
    }
}
