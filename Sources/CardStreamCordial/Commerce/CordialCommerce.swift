import Basics
import Cards
import VendorClient

/// The contact's cart and orders. They are on disk before a call returns.
public struct CordialCommerce: Sendable {
    let store: CordialStore
    let outbox: Outbox
    let clock: SyncClock

    /// Replaces the cart. A waiting earlier cart is no longer sent.
    ///
    /// - Parameter items: The items; empty for an empty cart.
    public func setCart(_ items: [CartItem]) async throws(CordialError) {
        try await store.change { access in
            try access.add(.cart, key: "", ["cartitems": .array(items.map { .object($0.json) })])
        }
        await outbox.schedule()
    }

    /// Records an order, with the current attribution.
    public func send(_ order: CordialOrder) async throws(CordialError) {
        guard !order.id.isEmpty else { throw CordialError(.invalidRequest, "an order has no id") }
        let now = clock.now()
        try await store.change { access in
            var row: JSONObject = ["order": .object(order.json(at: now))]
            row.set("mcID", access.state.attribution?.messageID)
            row.set("mcTapTime", access.state.attribution?.time.rfc3339)
            try access.add(.order, key: order.id, row)
        }
        await outbox.schedule()
    }
}
