internal import Cards
internal import FeedAPI
internal import FeedTransport

/// An ask named on the command line: by its id, or by the beginning of its id.
enum AskReference {
    /// The maximum number of asks that are searched for the beginning of an id.
    private static let maxCompared = 1000

    static func ask(_ text: String, of caller: FeedHTTPClient) async throws -> AskID {
        let whole = try AskID(argument: text, "the id")
        guard CardReference.mayBeBeginning(text) else { return whole }
        let asks = try await caller.asks(AskQuery(includesSettled: true, limit: maxCompared))
        return try CardReference.id(text, among: asks.map(\.id)) ?? whole
    }
}
