package import Basics
import Cards
package import CordialEmulator
import EmulatorHTTP
package import EmulatorSockets

/// A small shop on this machine for a demonstration without an account: an inbox, a banner, a form over everything, a link
/// that is counted. It answers the form with a message, and sends another one after a while.
///
/// ```swift
/// let demo = try await CordialDemo.start()
/// // A client with demo.configuration, demo.eventsURL and demo.messageHubURL sets demo.contact.
/// await demo.close()
/// ```
package actor CordialDemo {
    /// What a client needs: the keys.
    package nonisolated let configuration: CordialConfiguration
    /// The address of the event stream service.
    package nonisolated let eventsURL: String
    /// The address of the message hub.
    package nonisolated let messageHubURL: String
    /// The contact that the user of the demonstration is.
    package nonisolated let contact = ShopMessages.contact
    /// The host of its tracked links.
    package nonisolated let vanityDomain = "127.0.0.1"
    /// For faults and administration.
    package nonisolated let emulator: CordialEmulator

    /// Seconds until another message comes.
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
    ///   - pictures: The beginning of the addresses of the pictures that its messages show.
    ///   - port: 0 lets the system choose one.
    ///   - clock: The services' time.
    /// - Throws: ``EmulatorServerError``.
    package static func start(
        pictures: String = "https://shop.example/pictures/", port: UInt16 = 0, clock: SyncClock = .live
    ) async throws(EmulatorServerError) -> CordialDemo {
        // The keys protect nothing: only this machine reaches the services, and what is in them is made up.
        var configuration = CordialConfiguration(accountKey: "demo", channelKey: "shop")
        configuration.addressLifetime = 3600
        let reaction: CordialServer.Reaction = { request, answer, emulator in
            guard answer.status == 200, request.target == "/es/mobile/events" else { return }
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

    /// Ends all connections and closes the port.
    package func close() async {
        later?.cancel()
        await later?.value
        await server.close()
    }
}
