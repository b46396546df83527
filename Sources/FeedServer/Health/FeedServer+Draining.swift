extension FeedServer {
    /// A load balancer that asks less often does not watch the server.
    private static let watching = Duration.seconds(30)

    /// Prepares for ``stop(within:)`` so that viewers and publishers lose nothing and do not all come back at once.
    ///
    /// The server says that it is not ready, ends waits with their usual answers, and refuses new waits and push
    /// connections. A load balancer that has asked whether it is ready gets time to notice. Then push connections are
    /// closed one after the other, and other connections after their request. Returns as soon as no connection is left; also
    /// when the time is over, or when the task is cancelled.
    package func drain(within time: Duration) async {
        let end = ContinuousClock.now + time
        let isWatched = await routes.readiness.wasCalled(within: Self.watching)
        await routes.readiness.drain()
        await service.endWaits()
        let plan = DrainPlan(within: time, isWatched: isWatched, viewers: await service.hub.count)
        // A cancellation ends all of it early.
        if plan.lead > .zero { try? await Task.sleep(for: plan.lead) }
        await listener.drain(spread: plan.spread, until: end)
    }
}
