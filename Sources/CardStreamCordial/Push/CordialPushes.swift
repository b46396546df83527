import Basics
import Cards

/// What happened to a push notification.
public enum PushOccurrence: String, Sendable, CaseIterable {
    /// The user tapped it.
    case tapped
    /// It arrived while the program was in the foreground.
    case deliveredInForeground
    /// It arrived without showing anything.
    case silent
}

/// Pushes that the program has received.
public struct CordialPushes: Sendable {
    let store: CordialStore
    let events: CordialEvents
    let links: CordialLinks
    let inbox: CordialInbox
    let inApp: InAppDriver
    let clock: SyncClock

    /// Handles a push: records the tap or the delivery, opens the link of a tapped push, and announces new messages.
    ///
    /// - Returns: The target of the link of a tapped push; nil if there is none.
    @discardableResult
    public func handle(_ push: CordialPush, _ occurrence: PushOccurrence) async throws(CordialError) -> CordialLink? {
        switch occurrence {
        case .tapped: return try await tap(push)
        case .deliveredInForeground:
            try await events.sendSystem(.deliveredInForeground, messageID: push.messageID)
        case .silent: break
        }
        if push.announcesInbox { try await inbox.arrived(push.messageID) }
        if let parameters = push.inApp { await inApp.announced(push.messageID, parameters) }
        return nil
    }

    private func tap(_ push: CordialPush) async throws(CordialError) -> CordialLink? {
        let attribution = CordialAttribution(messageID: push.messageID, time: clock.now())
        let recording = await events.recording(.tapped)
        let count = try await store.change { access in
            access.state.attribute(to: attribution)
            let permission = JSONValue.string(access.state.permission.rawValue)
            return try recording.adding("authorizationStatus", permission).add(to: &access)
        }
        await events.added(count)
        try await inApp.tapped(push)
        guard let link = push.link else { return nil }
        return try await links.open(link, fallback: push.fallback, vanityURL: push.vanityURL)
    }
}
