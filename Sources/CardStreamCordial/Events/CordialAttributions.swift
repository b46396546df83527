import Basics

/// The message to which later events and orders are attributed.
public struct CordialAttributions: Sendable {
    let store: CordialStore
    let clock: SyncClock

    /// The present one; nil for none.
    public func current() async throws(CordialError) -> CordialAttribution? { try await store.state().attribution }

    /// Attributes what follows to a message, as for one of the inbox that the person acts on. Links, in-app messages and
    /// pushes do so by themselves.
    public func set(_ messageID: String) async throws(CordialError) {
        let attribution = CordialAttribution(messageID: messageID, time: clock.now())
        try await store.update { $0.attribute(to: attribution) }
    }
}
