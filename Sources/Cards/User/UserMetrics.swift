/// How many cards wait for a user: active ones only, neither snoozed nor embargoed (Atomic SwiftUI SDK guide 25.4,
/// "Retrieving the count of active and unseen cards").
public struct UserMetrics: Hashable, Sendable {
    /// Of one stream or of all.
    public struct Counts: Hashable, Sendable {
        /// Active cards.
        public var total: Int
        /// Those of them that the user has not had before their eyes.
        public var unseen: Int

        /// See the properties.
        public init(total: Int = 0, unseen: Int = 0) {
            self.total = total
            self.unseen = unseen
        }
    }

    /// By stream; one without cards may be missing.
    public var streams: [StreamID: Counts]

    /// See the properties.
    public init(streams: [StreamID: Counts] = [:]) { self.streams = streams }

    /// Active cards of all streams.
    public var totalCards: Int { streams.values.reduce(0) { $0 + $1.total } }
    /// Unseen cards of all streams.
    public var unseenCards: Int { streams.values.reduce(0) { $0 + $1.unseen } }
    /// Active cards of a stream; 0 for one that does not exist.
    public func totalCards(in stream: StreamID) -> Int { streams[stream]?.total ?? 0 }
    /// Unseen cards of a stream; 0 for one that does not exist.
    public func unseenCards(in stream: StreamID) -> Int { streams[stream]?.unseen ?? 0 }
}
