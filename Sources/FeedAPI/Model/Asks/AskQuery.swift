/// Which asks `GET /v1/asks` lists: the open ones, or the last ones with those that are settled.
package struct AskQuery: Hashable, Sendable {
    /// Whether settled asks are listed, too.
    package var includesSettled: Bool
    /// The maximum number, newest first; nil is the server's choice.
    package var limit: Int?

    package init(includesSettled: Bool = false, limit: Int? = nil) {
        self.includesSettled = includesSettled
        self.limit = limit
    }

    var items: [(name: String, value: String?)] {
        [("all", includesSettled ? "true" : nil), ("limit", limit?.description)]
    }
}
