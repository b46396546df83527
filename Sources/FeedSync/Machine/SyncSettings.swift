/// Settings of the synchronisation. Times in seconds.
package struct SyncSettings: Hashable, Sendable {
    package enum DeliveryMode: String, Hashable, Sendable { case push, polling }

    package var deliveryMode: DeliveryMode
    /// At least 1; 0 loads once without polling.
    package var pollInterval: Double
    package var backoff: Backoff
    /// The number of consecutive failures of the live feed after which polling takes over.
    package var liveFailureLimit = 3
    /// The interval between attempts to open a live feed while polling.
    package var probeInterval = 300.0
    /// The delay of the first such attempt if the live feed failed because of the network rather than a refusal: the
    /// network may already work again.
    package var firstProbe = 30.0
    /// The time after which a connection counts as healthy and the failure counts are reset.
    package var healthyAfter = 60.0
    /// The delay before a missing or refused token is requested again.
    package var tokenRetryInterval: Double
    /// The delay before a server whose certificate was refused is tried again.
    package var tlsRetryInterval = 300.0
    /// The delay before a token that was refused twice is tried again, for programs without a user who could retry. Nil
    /// waits for a new token.
    package var refusalRetryInterval: Double?
    /// Whether other clients of the server lose it at the same moment, so that retries must be spread. False for a
    /// server that only this user has.
    package var isServerShared = true
    /// The server's name in messages, for example "cards.example.com:443"; nil for a source without an address.
    package var server: String?

    package init(
        deliveryMode: DeliveryMode = .push, pollInterval: Double = 15, backoff: Backoff = Backoff(),
        tokenRetryInterval: Double = 5
    ) {
        self.deliveryMode = deliveryMode
        self.pollInterval = pollInterval <= 0 ? 0 : max(1, pollInterval)
        self.backoff = backoff
        self.tokenRetryInterval = max(1, tokenRetryInterval)
    }
}
