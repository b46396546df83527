package import Basics
package import ComapiEmulator
import EmulatorSockets

/// A small API space on this machine for a demo without an account: three people with conversations, two of whom reply
/// to the user's messages.
///
/// ```swift
/// let demo = try await ComapiDemo.start()
/// // A client with demo.baseURL and demo.configuration begins its session as demo.userID.
/// await demo.close()
/// ```
package actor ComapiDemo {
    /// The URL for clients: `http://127.0.0.1:PORT`.
    package nonisolated let baseURL: String
    /// The settings that a client needs to start a session: API space, secret, issuer and audience.
    package nonisolated let configuration: EmulatorConfiguration
    /// The profile id of the demo's user.
    package nonisolated let userID = DemoConversations.user
    /// The emulator, for faults and administration.
    package nonisolated let emulator: ComapiEmulator
    private let server: EmulatorServer
    private var bots: [Task<Void, Never>] = []

    private init(_ server: EmulatorServer, _ configuration: EmulatorConfiguration) {
        self.server = server
        self.configuration = configuration
        baseURL = server.baseURL
        emulator = server.emulator
    }

    /// Starts the service, fills it with data, and starts the bots.
    ///
    /// - Parameters:
    ///   - port: The port to listen on; 0 for a free port that the system chooses.
    ///   - clock: The service's time. It also times the pauses of the bots.
    /// - Throws: ``EmulatorServerError``, or ``DemoError`` if the service refuses the data.
    package static func start(port: UInt16 = 0, clock: SyncClock = .live) async throws -> ComapiDemo {
        // The secret does not need to be secret: only this machine reaches the service, and its data is fictitious.
        var configuration = EmulatorConfiguration(apiSpaceID: "demo", secret: "demonstration")
        configuration.sessionLifetime = 365 * 86_400
        let past = DemoClock(clock)
        let server = try await EmulatorServer.start(configuration, port: port, clock: { past.now })
        configuration.baseURL = server.baseURL
        let demo = ComapiDemo(server, configuration)
        do {
            let people = try await DemoConversations.fill(server.emulator, configuration, past)
            try await demo.begin(people.filter { $0.id != demo.userID }, clock)
        } catch {
            await demo.close()
            throw error
        }
        return demo
    }

    private func begin(_ people: [DemoPerson], _ clock: SyncClock) async throws(DemoError) {
        for (index, person) in people.enumerated() {
            let bot = DemoBot(
                person, answering: userID, unlessAmong: Set(people[..<index].map(\.id)), clock: clock)
            let socket = try await person.openSocket()
            bots.append(Task { await bot.run(on: socket) })
        }
    }

    /// Stops the bots, and closes all connections and the port.
    package func close() async {
        for bot in bots { bot.cancel() }
        await server.close()
        for bot in bots { await bot.value }
        bots = []
    }
}

/// The service has refused a request of the demo, which is an error in the program.
package struct DemoError: Error, CustomStringConvertible {
    let request: String
    let status: Int

    package var description: String { "The demo service responded to \(request) with \(status)." }
}
