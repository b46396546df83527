import FeedAPI
import HTTPSockets

/// Requests that wait for a change.
extension Connection {
    private enum Event: Sendable {
        case answer(HTTPAnswer)
        /// The client has closed the connection.
        case gone
        /// The client has sent more bytes, which are read after the response.
        case more
    }

    /// Answers a request that may wait. Stops waiting when the client disconnects, so that the server knows who waits.
    func waitForAnswer(to request: FeedRoutes.AuthorizedRequest, _ body: [UInt8]) async -> HTTPAnswer {
        await withTaskGroup(of: Event.self) { [routes, reader] group in
            group.addTask { .answer(await routes.answer(request, body: body)) }
            group.addTask {
                do { try await reader.waitForByte() } catch { return .gone }
                return .more
            }
            for await event in group {
                switch event {
                case .answer(let answer):
                    group.cancelAll()
                    return answer
                // The cancelled wait ends at once; its response cannot be delivered.
                case .gone: group.cancelAll()
                case .more: break
                }
            }
            return HTTPAnswer(status: 204)
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
