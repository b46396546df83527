import Cards
import CurlTransport
import FeedAPI
import FeedServer
import FeedTransport
import Foundation
import Support
import Testing

/// How a client reaches its server. Tests must pass in both ways.
enum ClientTransport: String, CaseIterable, CustomTestStringConvertible, Sendable {
    /// Direct calls, as in a viewer that runs its own server.
    case inProcess
    /// HTTP and a WebSocket, with libcurl.
    case livePort

    var testDescription: String { rawValue }

    /// Runs the body with a client of the server, and then stops the server.
    ///
    /// - Parameters:
    ///   - device: The device that the client states.
    ///   - filters: The filters for a stream, evaluated for each request.
    func with<Result>(
        _ test: TestServer, user: String = "ana", device: ViewerDevice? = nil,
        filters: @escaping @Sendable (StreamID) -> [CardFilter] = { _ in [] },
        _ body: (FeedClient) async throws -> Result
    ) async throws -> Result {
        switch self {
        case .inProcess:
            let client = FeedClient.inProcess(
                test.server, environment: test.keys.environment, user: UserID(user), device: device,
                filters: filters)
            let result = try await body(client)
            await test.server.stop(within: .seconds(1))
            return result
        case .livePort:
            return try await test.listening { port in
                let client = FeedClient.curl(
                    driver: CurlDriver(),
                    endpoint: FeedEndpoint(
                        baseURL: "http://127.0.0.1:\(port)", environmentID: test.keys.environment.rawValue,
                        apiKey: test.keys.viewerKey, device: device),
                    token: { () throws(FeedError) in
                        do { return try await test.token(user) } catch { throw .noToken("\(error)") }
                    }, filters: filters)
                return try await body(client)
            }
        }
    }
}
