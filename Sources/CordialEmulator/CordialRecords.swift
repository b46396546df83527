package import Cards

/// What clients have sent, in the form of the wire.
package struct CordialRecords: Hashable, Sendable {
    /// All requests, such as `POST /es/mobile/events`, also refused ones.
    package var requests: [String] = []
    /// In the order in which they came.
    package var contacts: [JSONObject] = []
    package var logouts: [JSONObject] = []
    package var events: [JSONObject] = []
    /// How many events each accepted request had.
    package var bulks: [Int] = []
    package var carts: [JSONObject] = []
    package var orders: [JSONObject] = []
    package var marks: [JSONObject] = []

    package func count(_ request: String) -> Int { requests.count { $0 == request } }
}
