/// How to stay synchronised. Times in seconds.
package struct SyncSettings: Hashable, Sendable {
    package enum DeliveryMode: String, Hashable, Sendable { case push, polling }

    package var deliveryMode: DeliveryMode
    /// At least 1; 0 means one load and no polling after it.
    package var pollInterval: Double
    package var backoff: Backoff
    /// After so many failures of the socket in a row HTTP takes over.
    package var liveFailureLimit = 3
    /// How often the socket is tried while polling.
    package var probeInterval = 300.0
    /// The first such try where the socket failed for want of a network, not because it was refused: the network
    /// may have come back while the third attempt still waited.
    package var firstProbe = 30.0
    /// A connection this old has proved itself: the failure count starts again.
    package var healthyAfter = 60.0
    /// How soon a missing or refused token is asked for again.
    package var tokenRetryInterval: Double
    /// How soon a server whose certificate was refused is tried again.
    package var tlsRetryInterval = 300.0
    /// What the server is called where it cannot be reached, as "cards.example.com:443"; nil for one without address.
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
