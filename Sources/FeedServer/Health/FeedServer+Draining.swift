extension FeedServer {
    /// A load balancer that checks less often than this does not count as watching the server.
    private static let watching = Duration.seconds(30)

    /// Prepares for ``stop(within:)`` so that viewers and publishers lose nothing, and do not all reconnect at once.
    ///
    /// The server reports that it is not ready, ends waits with their usual responses, and refuses new waits and push
    /// connections. If a load balancer has recently checked whether the server is ready, it gets time to notice. Then
    /// push connections are closed one after the other, and other connections after their current request. Returns when
    /// no connection is left, when the time is over, or when the task is cancelled.
    package func drain(within time: Duration) async {
        let end = ContinuousClock.now + time
        let isWatched = await routes.readiness.wasCalled(within: Self.watching)
        await routes.readiness.drain()
        await service.endWaits()
        let plan = DrainPlan(within: time, isWatched: isWatched, viewers: await service.hub.count)
        // Cancelling the task ends this sleep and the drain early.
        if plan.lead > .zero { try? await Task.sleep(for: plan.lead) }
        await listener.drain(spread: plan.spread, until: end)
    }
}
