import Cards
import FeedAPI
import FeedEngine
import FeedStorage

extension FeedRoutes {
    /// Performs the remaining operations for publishers.
    func perform(
        _ route: FeedRoute, of environment: EnvironmentID, body: [UInt8]
    ) async throws(Problem) -> ServerResponse {
        switch route {
        case .analytics(let query):
            return ServerResponse(lines: try await service.recordLines(.analytics, environment: environment, query))
        case .events(let query):
            return ServerResponse(lines: try await service.recordLines(.event, environment: environment, query))
        case .outcomes(let query):
            return ServerResponse(lines: try await service.outcomeLines(environment: environment, query))
        case .streams: return ServerResponse(lines: try await service.streamLines(environment: environment))
        case .themes: return ServerResponse(lines: try await service.themeLines(environment: environment))
        case .users(let query):
            return ServerResponse(lines: try await service.userLines(environment: environment, query))
        case .cards(let query):
            return ServerResponse(lines: try await service.cardLines(environment: environment, query))
        case .audit(let query):
            return ServerResponse(lines: try await service.auditLines(environment: environment, query))
        case .makeWebhook:
            let webhook = try await service.makeWebhook(
                FeedCoder.decodeWebhookRequest(body), environment: environment)
            return ServerResponse(status: 201, body: FeedCoder.encode(webhook))
        case .webhooks:
            return ServerResponse(body: FeedCoder.encode(try await service.webhooks(environment: environment)))
        case .removeWebhook(let id):
            try await service.removeWebhook(id, environment: environment)
            return ServerResponse(status: 204)
        case .deadDeliveries(let id):
            let dead = try await service.deadDeliveries(of: id, environment: environment)
            return ServerResponse(body: FeedCoder.encode(dead))
        case .replayDeliveries(let id):
            let count = try await service.replay(
                FeedCoder.decodeReplay(body), of: id, environment: environment)
            return ServerResponse(body: FeedCoder.encode(replayed: count))
        case .invitations:
            return ServerResponse(body: FeedCoder.encode(try await service.openInvitations(of: environment)))
        case .makeInvitation:
            let invitation = try await service.makeInvitation(
                FeedCoder.decodeInvitationRequest(body), environment: environment)
            return ServerResponse(status: 201, body: FeedCoder.encode(invitation))
        case .revokeInvitation(let id):
            try await service.revokeInvitation(id, environment: environment)
            return ServerResponse(status: 204)
        case .groups:
            return ServerResponse(body: FeedCoder.encode(try await service.groups(of: environment)))
        case .setGroup(let name):
            let (group, isNew) = try await service.setGroup(
                name, users: FeedCoder.decodeGroupUsers(body), environment: environment)
            return ServerResponse(status: isNew ? 201 : 200, body: FeedCoder.encode(group))
        case .removeGroup(let name):
            try await service.removeGroup(name, environment: environment)
            return ServerResponse(status: 204)
        case .setTheme(let stream):
            let document = try FeedCoder.decodeThemeDocument(body)
            let isNew = try await service.setTheme(document, of: stream, environment: environment)
            return ServerResponse(status: isNew ? 201 : 200, body: FeedCoder.encode(theme: document))
        case .removeTheme(let stream):
            try await service.removeTheme(of: stream, environment: environment)
            return ServerResponse(status: 204)
        default: throw Problem(.forbidden)
        }
    }

    /// Performs the remaining operations for users.
    func perform(
        _ request: AuthorizedRequest, of viewer: Viewer, body: [UInt8]
    ) async throws(Problem) -> ServerResponse {
        switch request.route {
        case .sendAnalytics:
            let receipt = try await service.collect(
                FeedCoder.decodeAnalytics(body), viewer: viewer, from: request.device)
            return ServerResponse(body: FeedCoder.encode(receipt))
        case .sendEvent:
            try await service.collect(FeedCoder.decodeCustomEvent(body), viewer: viewer)
            return ServerResponse(status: 204)
        case .user: return ServerResponse(body: FeedCoder.encode(try await service.profile(of: viewer)))
        case .updateUser:
            let settings = try await service.update(viewer, by: FeedCoder.decodeUserChange(body))
            return ServerResponse(body: FeedCoder.encode(settings))
        case .metrics: return ServerResponse(body: FeedCoder.encode(try await service.metrics(of: viewer)))
        case .registerDevice:
            let environments = try await service.register(FeedCoder.decodeDeviceRegistration(body), viewer: viewer)
            return ServerResponse(body: FeedCoder.encode(registered: environments))
        case .deregisterDevice:
            let environments = try await service.deregister(FeedCoder.decodeDeviceRegistration(body), viewer: viewer)
            return ServerResponse(body: FeedCoder.encode(registered: environments))
        case .registerStreams:
            try await service.register(FeedCoder.decodeStreamRegistration(body), viewer: viewer)
            return ServerResponse(status: 204)
        default: throw Problem(.forbidden)
        }
    }
}
