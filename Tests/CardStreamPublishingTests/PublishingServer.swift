import CardStreamPublishing
import FeedServer
import Foundation
import Support

/// A server on a port of this machine, and a publisher for it.
struct PublishingServer {
    let server: FeedServer
    let publisher: CardPublisher
    private let keys: DevelopmentKeys

    init() async throws {
        keys = .ephemeral()
        server = try await FeedServer(keys.config)
        let port = try await server.start(listen: .ephemeralLoopback)
        publisher = CardPublisher(
            baseURL: "http://127.0.0.1:\(port)", environmentID: keys.environment.rawValue,
            publisherKey: keys.publisherKey)
    }

    /// Answers a card as its user.
    func answer(_ card: CardID, _ button: String, user: UserID = "ana", in stream: StreamID = "ops") async throws {
        let client = FeedClient.inProcess(server, environment: keys.environment, user: user)
        _ = try await client.act(
            ActionRequest(
                key: ActionKey(UUID().uuidString), streamID: stream, cardID: card,
                response: .submit(buttonName: button, values: ["note": "ok"]), at: Date()))
    }

    func stop() async { await server.stop(within: .zero) }
}
