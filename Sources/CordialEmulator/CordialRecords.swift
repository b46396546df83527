package import Cards

/// The records that clients have sent, encoded as in the protocol.
package struct CordialRecords: Hashable, Sendable {
    /// All requests, such as `POST /es/mobile/events`, including refused ones.
    package var requests: [String] = []
    /// The contacts, in the order in which they arrived. The lists below have the same order.
    package var contacts: [JSONObject] = []
    package var logouts: [JSONObject] = []
    package var events: [JSONObject] = []
    /// The number of events of each accepted request.
    package var bulks: [Int] = []
    package var carts: [JSONObject] = []
    package var orders: [JSONObject] = []
    package var marks: [JSONObject] = []

    package func count(_ request: String) -> Int { requests.count { $0 == request } }
}
