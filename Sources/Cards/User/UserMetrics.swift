/// The number of a user's active cards, excluding snoozed and embargoed ones (Atomic SwiftUI SDK guide 25.4,
/// "Retrieving the count of active and unseen cards").
public struct UserMetrics: Hashable, Sendable, Codable {
    /// Counts of one stream or of all.
    public struct Counts: Hashable, Sendable, Codable {
        /// Active cards.
        public var total: Int
        /// Active cards that the user has not seen.
        public var unseen: Int

        /// Creates an instance with these properties.
        public init(total: Int = 0, unseen: Int = 0) {
            self.total = total
            self.unseen = unseen
        }
    }

    /// Counts by stream; streams without cards may be missing.
    public var streams: [StreamID: Counts]

    /// Creates an instance with these properties.
    public init(streams: [StreamID: Counts] = [:]) { self.streams = streams }

    /// Active cards of all streams.
    public var totalCards: Int { streams.values.reduce(0) { $0 + $1.total } }
    /// Unseen cards of all streams.
    public var unseenCards: Int { streams.values.reduce(0) { $0 + $1.unseen } }
    /// Active cards of a stream; 0 if it does not exist.
    public func totalCards(in stream: StreamID) -> Int { streams[stream]?.total ?? 0 }
    /// Unseen cards of a stream; 0 if it does not exist.
    public func unseenCards(in stream: StreamID) -> Int { streams[stream]?.unseen ?? 0 }
}
