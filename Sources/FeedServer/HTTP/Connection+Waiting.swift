import FeedAPI
import HTTPSockets

/// Requests that wait for a change.
extension Connection {
    private enum Event: Sendable {
        case response(ServerResponse)
        /// The client has closed the connection.
        case gone
        /// The client has sent more bytes, which are read after the response.
        case more
    }

    /// Answers a request that may wait. Stops waiting when the client disconnects, so that the server knows who waits.
    func waitForResponse(to request: FeedRoutes.AuthorizedRequest, _ body: [UInt8]) async -> ServerResponse {
        await withTaskGroup(of: Event.self) { [routes, reader] group in
            group.addTask { .response(await routes.respond(to: request, body: body)) }
            group.addTask {
                do { try await reader.waitForByte() } catch { return .gone }
                return .more
            }
            for await event in group {
                switch event {
                case .response(let response):
                    group.cancelAll()
                    return response
                // The cancelled wait ends at once; its response cannot be delivered.
                case .gone: group.cancelAll()
                case .more: break
                }
            }
            return ServerResponse(status: 204)
        }
    }
}

extension FeedRoutes.AuthorizedRequest {
    /// Whether the request waits for a change.
    var waits: Bool {
        switch route {
        case .ask(_, let wait), .outcome(_, let wait): wait != nil
        default: false
        }
    }
}
