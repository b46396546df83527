import Basics

/// The message to which later events and orders are attributed.
public struct CordialAttributions: Sendable {
    let store: CordialStore
    let clock: SyncClock

    /// The current attribution; nil for none.
    public func current() async throws(CordialError) -> CordialAttribution? { try await store.state().attribution }

    /// Attributes later events and orders to a message, for example when the user acts on a message of the inbox.
    /// Links, in-app messages and pushes do this automatically.
    public func set(_ messageID: String) async throws(CordialError) {
        let attribution = CordialAttribution(messageID: messageID, time: clock.now())
        try await store.update { $0.attribute(to: attribution) }
    }
}
