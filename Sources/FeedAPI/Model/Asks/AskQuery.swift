/// The asks that `GET /v1/asks` lists: only the open ones, or the most recent ones including settled ones.
package struct AskQuery: Hashable, Sendable {
    /// Whether to include settled asks.
    package var includesSettled: Bool
    /// The maximum number of asks, newest first; nil lets the server choose.
    package var limit: Int?

    package init(includesSettled: Bool = false, limit: Int? = nil) {
        self.includesSettled = includesSettled
        self.limit = limit
    }

    var items: [(name: String, value: String?)] {
        [("all", includesSettled ? "true" : nil), ("limit", limit?.description)]
    }
}
