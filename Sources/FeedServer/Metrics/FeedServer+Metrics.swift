extension FeedServer {
    /// Serves `GET /metrics` and the health addresses at a separate address, without credentials. Returns the port.
    ///
    /// - Throws: ``FeedServerError``, with advice if the port is in use.
    @discardableResult
    package func startMetrics(listen address: ListenAddress) async throws(FeedServerError) -> UInt16 {
        try await metricsListener.start(address)
    }
}
