package import Cards
package import CurlTransport
package import FeedAPI

/// Operations of publishers in addition to publishing.
extension FeedHTTPClient {
    /// The lines of a response in JSON Lines.
    package func lines(
        _ route: FeedRoute, limits: HTTPLimits = HTTPLimits()
    ) async throws(FeedError) -> [[UInt8]] {
        try await call(route, limits: limits).body.split(separator: UInt8(ascii: "\n")).map(Array.init)
    }

    package func webhooks() async throws(FeedError) -> [Webhook] {
        try Self.decode(try await call(.webhooks).body, FeedCoder.decodeWebhooks)
    }

    package func makeWebhook(_ request: WebhookRequest) async throws(FeedError) -> Webhook {
        try await post(.makeWebhook, FeedCoder.encode(request), HTTPLimits(), FeedCoder.decodeWebhook)
    }

    package func removeWebhook(_ id: WebhookID) async throws(FeedError) { _ = try await call(.removeWebhook(id)) }

    package func deadDeliveries(of webhook: WebhookID) async throws(FeedError) -> [DeadDelivery] {
        try Self.decode(try await call(.deadDeliveries(webhook)).body, FeedCoder.decodeDeadDeliveries)
    }

    package func makeInvitation(_ request: InvitationRequest) async throws(FeedError) -> Invitation {
        try await post(.makeInvitation, FeedCoder.encode(request), HTTPLimits(), FeedCoder.decodeInvitation)
    }

    package func invitations() async throws(FeedError) -> [Invitation] {
        try Self.decode(try await call(.invitations).body, FeedCoder.decodeInvitations)
    }

    package func revokeInvitation(_ id: InvitationID) async throws(FeedError) {
        _ = try await call(.revokeInvitation(id))
    }

    /// Exchanges an invitation's code for credentials; needs and sends none. Never repeated automatically, because a
    /// code works only once.
    package func exchange(_ request: InvitationExchange) async throws(FeedError) -> InvitationGrant {
        try await post(
            .exchangeInvitation, FeedCoder.encode(request), HTTPLimits(), FeedCoder.decodeInvitationGrant)
    }

    package func groups() async throws(FeedError) -> [UserGroup] {
        try Self.decode(try await call(.groups).body, FeedCoder.decodeGroups)
    }

    /// Creates a group of users, or replaces the users of an existing one.
    package func setGroup(_ name: GroupName, users: [UserID]) async throws(FeedError) -> UserGroup {
        try await post(.setGroup(name), FeedCoder.encode(users: users), HTTPLimits(), FeedCoder.decodeGroup)
    }

    package func removeGroup(_ name: GroupName) async throws(FeedError) { _ = try await call(.removeGroup(name)) }

    /// Retries failed deliveries of a webhook, and returns their number.
    /// - Parameter ids: The deliveries; nil for all.
    package func replay(_ ids: [DeliveryID]?, of webhook: WebhookID) async throws(FeedError) -> Int {
        try await post(
            .replayDeliveries(webhook), FeedCoder.encode(replaying: ids), HTTPLimits(), FeedCoder.decodeReplayed)
    }
}
