import Cards
import FeedAPI
import FeedPostgres
import FeedServer
import FeedStorage
import PostgresSupport
import Support
import Testing

/// Two servers of one database.
@Suite(.enabled(if: PostgresCluster.isAvailable, "\(PostgresCluster.comment)"))
struct SharedStorageTests {
    @Test(.timeLimit(.minutes(1)))
    func `a viewer of one server sees what the other one publishes, and answers there`() async throws {
        let database = try PostgresCluster.shared.makeDatabase()
        let address = try DatabaseAddress(database.address)
        let keys = DevelopmentKeys.ephemeral()
        let first = try await FeedServer(keys.config, storage: PostgresStorage(address))
        let second = try await FeedServer(keys.config, storage: PostgresStorage(address))
        for server in [first, second] { await server.startClock() }

        let socket = try await FeedClient.inProcess(first, environment: keys.environment, user: "ana").openSocket()
        try await socket.send(.subscribe([.init(streamID: "ops", since: nil)]))
        var isLive = false
        var told: [CardID] = []
        for try await frame in socket.frames {
            if case .live = frame, !isLive {
                isLive = true
                let request = PublishRequest(streamID: "ops", users: ["ana"], body: makeBody().encoded())
                try await second.publish([request], environment: keys.environment)
            }
            if case .delta(let delta) = frame { told += delta.upserts.map(\.id) }
            if !told.isEmpty { break }
        }
        #expect(told.count == 1)
        await socket.close()

        let act = ActionRequest(key: "k", streamID: "ops", cardID: told[0], response: .dismiss, at: .fixed)
        _ = try await FeedClient.inProcess(first, environment: keys.environment, user: "ana").act(act)
        #expect(try await second.outcome(of: told[0], environment: keys.environment).status == .dismissed)
        for server in [first, second] { await server.stop() }
    }
}
