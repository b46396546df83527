import FeedAPI

/// The groups by which requests are counted. There are few, because each has a histogram.
enum RouteGroup: String, CaseIterable {
    case snapshot, changes, act, publish, outcome, ask, upload, socket, account, admin, health
    /// Requests that were refused before their route was determined or authorized.
    case other

    init(_ route: FeedRoute) {
        self =
            switch route {
            case .snapshot, .page: .snapshot
            case .changes: .changes
            case .act: .act
            case .publish, .cancel: .publish
            case .outcome, .outcomes: .outcome
            case .makeAsk, .ask, .asks, .withdrawAsk: .ask
            case .upload, .uploaded: .upload
            case .socket: .socket
            case .sendAnalytics, .sendEvent, .user, .updateUser, .metrics, .registerDevice, .deregisterDevice,
                .registerStreams, .exchangeInvitation, .theme:
                .account
            case .analytics, .events, .streams, .users, .cards, .webhooks, .makeWebhook, .removeWebhook,
                .deadDeliveries, .replayDeliveries, .invitations, .makeInvitation, .revokeInvitation, .audit, .keys,
                .groups, .setGroup, .removeGroup, .setTheme, .removeTheme, .themes, .serverMetrics:
                .admin
            case .health, .live, .ready: .health
            }
    }
}
