import Cards
import FeedAPI
import FeedEngine
import HTTPSockets

/// Asks.
extension FeedRoutes {
    func respondToAskRequest(
        _ request: AuthorizedRequest, of environment: EnvironmentID, body: [UInt8]
    ) async throws(Problem) -> ServerResponse {
        switch request.route {
        case .asks(let query):
            return ServerResponse(body: FeedCoder.encode(try await service.asks(query, environment: environment)))
        case .makeAsk:
            let (ask, isNew) = try await service.makeAsk(
                FeedCoder.decodeAskRequest(body), environment: environment)
            return ServerResponse(status: isNew ? 201 : 200, body: FeedCoder.encode(ask))
        case .ask(let id, let wait):
            let known = request.head[FeedHeader.ifNoneMatch]
            let (body, tag) = try await service.ask(id, environment: environment, waiting: wait ?? 0, known: known)
            guard known != tag else { return ServerResponse(status: 304, headers: [FeedHeader.etag: tag]) }
            return ServerResponse(headers: [FeedHeader.etag: tag], body: body)
        case .withdrawAsk(let id):
            return ServerResponse(body: FeedCoder.encode(try await service.withdrawAsk(id, environment: environment)))
        case .keys: return ServerResponse(body: PublicSigningKey.set([try service.signingKey()]))
        default: throw Problem(.forbidden)
        }
    }
}
