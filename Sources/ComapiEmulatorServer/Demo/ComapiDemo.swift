package import Basics
package import ComapiEmulator
import EmulatorSockets

/// A small, lively API space on this machine for a demonstration without an account: three people with conversations,
/// two of whom answer what the user writes.
///
/// ```swift
/// let demo = try await ComapiDemo.start()
/// // A client with demo.baseURL and demo.configuration begins its session as demo.userID.
/// await demo.close()
/// ```
package actor ComapiDemo {
    /// Where clients reach it: `http://127.0.0.1:PORT`.
    package nonisolated let baseURL: String
    /// What a client needs to begin a session: API space, secret, issuer and audience.
    package nonisolated let configuration: EmulatorConfiguration
    /// The profile that the user of the demonstration is.
    package nonisolated let userID = DemoConversations.user
    /// For faults and administration.
    package nonisolated let emulator: ComapiEmulator
    private let server: EmulatorServer
    private var bots: [Task<Void, Never>] = []

    private init(_ server: EmulatorServer, _ configuration: EmulatorConfiguration) {
        self.server = server
        self.configuration = configuration
        baseURL = server.baseURL
        emulator = server.emulator
    }

    /// Starts the service, fills it and lets the others take part.
    ///
    /// - Parameters:
    ///   - port: 0 lets the system choose one.
    ///   - clock: The service's time, and for the pauses of the others.
    /// - Throws: ``EmulatorServerError``, or ``DemoError`` if the service refuses the data.
    package static func start(port: UInt16 = 0, clock: SyncClock = .live) async throws -> ComapiDemo {
        // The secret protects nothing: only this machine reaches the service, and what is in it is made up.
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

    /// Ends all connections and closes the port.
    package func close() async {
        for bot in bots { bot.cancel() }
        await server.close()
        for bot in bots { await bot.value }
        bots = []
    }
}

/// The service has refused what the demonstration asks of it, which is a fault of the program.
package struct DemoError: Error, CustomStringConvertible {
    let request: String
    let status: Int

    package var description: String { "The demo service responded to \(request) with \(status)." }
}
