import FeedAPI
import FeedStorage

/// The response to `GET /metrics`.
actor MetricsReport {
    private let service: FeedService
    private let readiness: Readiness
    /// Weak, because the listener holds the routes, and the routes hold this report.
    private weak var listener: Listener?
    private var backlog: (families: [MetricFamily], at: ContinuousClock.Instant)?

    /// How long the backlog counts are reused. Counting them in the storage takes longer than everything else in the
    /// report, so it is not done for each reader.
    private static let backlogLifetime = Duration.seconds(10)

    init(service: FeedService, readiness: Readiness) {
        self.service = service
        self.readiness = readiness
    }

    func observe(_ listener: Listener) { self.listener = listener }

    func text() async -> [UInt8] {
        let isReady = await readiness.isReady
        var families = await nowFamilies() + Self.families(of: service.metrics.current)
        families.append(
            MetricFamily("cardstream_ready", .gauge, "Whether GET /v1/health/ready responds with 200.", isReady ? 1 : 0)
        )
        if let storage = service.storage as? any ObservableStorage {
            families += Self.families(of: await storage.state)
        }
        // A storage that does not respond would delay the whole report.
        if isReady { families += await backlogFamilies() }
        return PrometheusText.encode(families + ProcessUsage.families)
    }

    // MARK: Now

    private func nowFamilies() async -> [MetricFamily] {
        var families = [
            MetricFamily("cardstream_viewers", .gauge, "Push connections of viewers.", await service.hub.count),
            MetricFamily(
                "cardstream_feeds_followed", .gauge, "Feeds with at least one push connection.",
                await service.hub.followed.count),
            MetricFamily(
                "cardstream_requests_waiting", .gauge, "Requests that wait until a question or an outcome changes.",
                by: "for",
                [("ask", await service.askWaiters.count), ("outcome", await service.feedWaiters.count)]),
        ]
        if let listener {
            let count = await listener.connectionCounts
            families += [
                MetricFamily(
                    "cardstream_connections", .gauge, "Open connections.", by: "state",
                    [("authenticated", count.authenticated), ("unauthenticated", count.unauthenticated)]),
                MetricFamily(
                    "cardstream_connections_limit", .gauge, "The limit on open connections.",
                    listener.limits.connections),
            ]
        }
        return families
    }

    private func backlogFamilies() async -> [MetricFamily] {
        if let backlog, .now - backlog.at < Self.backlogLifetime { return backlog.families }
        var (asks, waiting, dead) = (0, 0, 0)
        do throws(Problem) {
            for environment in service.live.environments {
                asks += try await service.storage.countOpenAsks(of: environment)
                for webhook in try await service.webhooks(environment: environment) {
                    waiting += webhook.waiting
                    dead += webhook.dead
                }
            }
        } catch { return [] }
        let families = [
            MetricFamily("cardstream_asks_open", .gauge, "Open questions.", asks),
            MetricFamily(
                "cardstream_webhook_backlog", .gauge, "Webhook deliveries that have not been sent yet.",
                waiting),
            MetricFamily("cardstream_webhook_dead", .gauge, "Webhook deliveries that failed for good.", dead),
        ]
        backlog = (families, .now)
        return families
    }

    static func families(of state: StorageState) -> [MetricFamily] {
        var families = [
            MetricFamily(
                "cardstream_storage_connections", .gauge, "Connections to the database.", by: "state",
                [("busy", state.busyConnections), ("idle", state.connections - state.busyConnections)]),
            MetricFamily(
                "cardstream_storage_connections_limit", .gauge, "The limit on connections to the database.",
                state.mostConnections),
            MetricFamily(
                "cardstream_storage_waiting", .gauge, "Operations that wait for a connection to the database.",
                state.waiting),
            MetricFamily(
                "cardstream_storage_standby_missing", .gauge,
                "Whether changes wait for a standby of the database that does not confirm them.",
                state.waitsForStandby ? 1 : 0),
        ]
        if let isListening = state.isListening {
            families.append(
                MetricFamily(
                    "cardstream_storage_listening", .gauge,
                    "Whether notices from other servers arrive; if not, the server polls more often.",
                    isListening ? 1 : 0))
        }
        return families
    }

    // MARK: Since the start

    static func families(of state: ServerMetrics.State) -> [MetricFamily] {
        let count = { (counter: ServerMetrics.Counter) in state.counts[counter] ?? 0 }
        let timing = { (timing: ServerMetrics.Timing) in [("", state.timings[timing] ?? Histogram())] }
        let requests = RouteGroup.allCases.compactMap { group in state.requests[group].map { (group, $0) } }
        return [
            MetricFamily(
                "cardstream_connections_accepted_total", .counter, "Connections accepted since the server started.",
                count(.acceptedConnections)),
            MetricFamily(
                "cardstream_connections_refused_total", .counter,
                "Connections refused, or closed to make room for a newer connection.", by: "reason",
                [("full", count(.refusedConnections)), ("replaced", count(.evictedConnections))]),
            MetricFamily(
                "cardstream_http_requests_total", .counter, "Requests by group of routes and class of status code.",
                requests.flatMap { group, requests in
                    requests.byClass.enumerated().filter { $0.element > 0 }.map { number, count in
                        MetricFamily.Sample(
                            labels: [
                                MetricFamily.Label(name: "route", value: group.rawValue),
                                MetricFamily.Label(name: "code", value: "\(number)xx"),
                            ], value: Double(count))
                    }
                }),
            MetricFamily(
                "cardstream_http_request_duration_seconds",
                "Time from a request to its response, except for requests that wait for a change.",
                by: "route", requests.map { ($0.rawValue, $1.durations) }),
            MetricFamily("cardstream_cards_published_total", .counter, "Cards published.", count(.publishedCards)),
            MetricFamily("cardstream_acts_total", .counter, "Users' actions on cards.", count(.acts)),
            MetricFamily("cardstream_pushes_total", .counter, "Changes sent to viewers.", count(.pushedDeltas)),
            MetricFamily(
                "cardstream_push_delay_seconds", "Time from a change until it is sent to a viewer.", timing(.push)),
            MetricFamily(
                "cardstream_tokens_checked_total", .counter, "Tokens that were accepted.", by: "way",
                [("cached", count(.cachedTokens)), ("verified", count(.verifiedTokens))]),
            MetricFamily(
                "cardstream_webhook_deliveries_total", .counter, "Attempts to deliver to a webhook.", by: "result",
                [
                    ("arrived", count(.arrivedDeliveries)), ("failed", count(.failedDeliveries)),
                    ("given_up", count(.abandonedDeliveries)),
                ]),
            MetricFamily(
                "cardstream_webhook_delivery_duration_seconds", "How long an attempt to deliver to a webhook takes.",
                timing(.delivery)),
            MetricFamily(
                "cardstream_storage_command_duration_seconds", "How long the storage takes to store a change.",
                timing(.storage)),
        ]
    }
}
