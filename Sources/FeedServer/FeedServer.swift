package import Cards
package import FeedAPI
package import FeedStorage
package import Logging

package import struct Foundation.Date

/// The feed server, with the protocol that `Protocol.md` describes. It runs alone (`cardstream serve`) or inside
/// another program. It prints nothing. It logs to the given logger, but never the text of a card, a key or a token.
///
/// ```swift
/// let keys = DevelopmentKeys.ephemeral()
/// let server = try await FeedServer(keys.config)
/// let port = try await server.start(listen: .ephemeralLoopback)
/// try await server.publish([request], environment: keys.environment)
/// await server.stop()
/// ```
package final class FeedServer: Sendable {
    let service: FeedService
    let routes: FeedRoutes
    let listener: Listener
    let metricsListener: Listener
    private let lifecycle: Lifecycle
    private let logger: Logger

    /// - Parameters:
    ///   - storage: The storage of the feeds; in memory by default. The server closes it when it stops.
    ///   - directory: The data directory, which contains the key that signs the results of asks; the key is created if
    ///     it is missing. With nil, the key exists only in memory.
    ///   - webhooks: Sends deliveries. If nil, webhooks cannot be created.
    ///   - logger: Nil logs nothing.
    /// - Throws: ``FeedServerError``.
    package init(
        _ config: ServerConfig, storage: any FeedStorage = MemoryStorage(), directory: String? = nil,
        clock: ServerClock = .system,
        webhooks: WebhookSender? = nil, logger: Logger? = nil
    ) async throws(FeedServerError) {
        let logger = logger ?? Logger(label: "cardstream.server", factory: { _ in SwiftLogNoOpLogHandler() })
        self.logger = logger
        service = FeedService(
            storage: storage, clock: clock, config: config, sender: webhooks,
            signer: ServerSigner(directory: directory, logger: logger), logger: logger)
        let readiness = Readiness { await storage.isReady() }
        routes = FeedRoutes(
            service: service, authenticator: try Authenticator(config, clock: service.clock, metrics: service.metrics),
            readiness: readiness, report: MetricsReport(service: service, readiness: readiness))
        listener = Listener(routes: routes, logger: logger)
        var routes = routes
        routes.isForMetrics = true
        metricsListener = Listener(routes: routes, logger: logger)
        lifecycle = Lifecycle(service)
        await routes.report.observe(listener)
    }

    /// Begins to apply deadlines without listening, for use only within the process. ``start(listen:)`` includes this.
    package func startClock() async { await lifecycle.start() }

    /// Starts to serve.
    /// - Returns: The port, which the caller needs if it requested port 0.
    /// - Throws: ``FeedServerError``, with advice if the port is in use.
    @discardableResult
    package func start(listen address: ListenAddress) async throws(FeedServerError) -> UInt16 {
        guard await lifecycle.beginListening() else { throw .alreadyStarted }
        let port = try await listener.start(address)
        await started()
        return port
    }

    /// Starts to serve connections of a socket that a service manager opened.
    /// - Throws: ``FeedServerError``.
    package func start(on activation: ActivationSocket) async throws(FeedServerError) {
        guard await lifecycle.beginListening() else { throw .alreadyStarted }
        _ = try await listener.start(on: activation.socket, at: activation.address, isPassed: true)
        await started()
    }

    private func started() async {
        // The signer logs the error. The server works without a signing key.
        _ = try? service.signer.key()
        await lifecycle.start()
        // The caller reports the address, because it may have chosen the port.
        logger.debug(
            "started",
            metadata: [
                "connections": "\(listener.limits.connections)",
                "unauthenticated": "\(listener.limits.unauthenticated)",
                "unauthenticated-per-address": "\(listener.limits.unauthenticatedPerAddress)",
            ])
    }

    /// Returns when no connection has been open for `seconds`. The listener has stopped accepting by then, so that
    /// ``stop(within:)`` loses no connection: the next process with the same socket serves them. Returns early if the
    /// task is cancelled.
    package func untilIdle(seconds: Double) async { await listener.untilIdle(seconds: seconds) }

    /// The maximum number of simultaneous connections: the configured limit, or less if the process may open fewer
    /// files.
    package var connectionLimit: Int { listener.limits.connections }

    /// Stops the server: refuses new connections, lets running requests finish, sends close frames to push clients, and
    /// closes the remaining connections after the time limit. Then closes the storage. The server cannot be started
    /// again. Idempotent.
    package func stop(within time: Duration = .seconds(5)) async {
        guard await lifecycle.beginStopping() else { return }
        await routes.readiness.drain()
        await service.endWaits()
        await listener.stop(until: .now + time * 0.8)
        // Close the sessions of clients in this process, which have no connection.
        await service.hub.closeAll()
        await metricsListener.stop(until: .now)
        await lifecycle.stopClock()
        do { try await service.storage.close() } catch {
            logger.error("the storage was not closed cleanly; nothing is lost", metadata: ["error": "\(error)"])
        }
        logger.info("stopped")
    }

    // MARK: In the same process

    /// Publishes cards as a publisher of the environment.
    @discardableResult
    package func publish(
        _ requests: [PublishRequest], environment: EnvironmentID
    ) async throws(Problem) -> PublishReceipt {
        try await service.publish(requests, environment: environment)
    }

    /// Sets the theme of a stream; nil removes it.
    package func setTheme(
        _ document: String?, of stream: StreamID, environment: EnvironmentID
    ) async throws(Problem) {
        if let document {
            _ = try await service.setTheme(document, of: stream, environment: environment)
        } else {
            try await service.removeTheme(of: stream, environment: environment)
        }
    }

    package func outcome(of id: CardID, environment: EnvironmentID) async throws(Problem) -> CardOutcome {
        try await service.outcome(id, environment: environment)
    }

    /// The outcome of a card, once the card has ended or the given number of seconds has passed.
    package func outcome(
        of id: CardID, environment: EnvironmentID, waiting seconds: Int
    ) async throws(Problem) -> CardOutcome {
        _ = try await service.outcome(id, environment: environment, waiting: seconds, known: nil)
        return try await service.outcome(id, environment: environment)
    }

    @discardableResult
    package func cancel(_ id: CardID, environment: EnvironmentID) async throws(Problem) -> CardOutcome {
        try await service.cancel(id, environment: environment)
    }

    @discardableResult
    package func makeWebhook(_ request: WebhookRequest, environment: EnvironmentID) async throws(Problem) -> Webhook {
        try await service.makeWebhook(request, environment: environment)
    }

    package func removeWebhook(_ id: WebhookID, environment: EnvironmentID) async throws(Problem) {
        try await service.removeWebhook(id, environment: environment)
    }

    package func webhooks(environment: EnvironmentID) async throws(Problem) -> [Webhook] {
        try await service.webhooks(environment: environment)
    }

    package func deadDeliveries(of id: WebhookID, environment: EnvironmentID) async throws(Problem) -> [DeadDelivery] {
        try await service.deadDeliveries(of: id, environment: environment)
    }

    /// - Parameter ids: The deliveries to send again; nil selects all.
    package func replay(_ ids: [DeliveryID]?, of id: WebhookID, environment: EnvironmentID) async throws(Problem) -> Int
    {
        try await service.replay(ids, of: id, environment: environment)
    }

    /// Deletes cards that ended before a time. The server itself deletes ended cards after 30 days.
    package func compact(before: Date) async throws(Problem) { try await service.compact(before: before) }

    /// Starts and stops the background tasks. Repeated calls have no effect.
    private actor Lifecycle {
        private let service: FeedService
        private var clock: Task<Void, Never>?
        private var following: Task<Void, Never>?
        private var isListening = false
        private var isStopped = false

        init(_ service: FeedService) { self.service = service }

        func beginListening() -> Bool {
            guard !isListening, !isStopped else { return false }
            isListening = true
            return true
        }

        func beginStopping() -> Bool {
            guard !isStopped else { return false }
            isStopped = true
            return true
        }

        func start() {
            guard clock == nil, !isStopped else { return }
            clock = Task { [service] in
                await service.dispatcher?.follow()
                await service.scheduleUnattendedMarks()
                await service.runClock()
            }
            following = Task { [service] in await service.followOthers() }
        }

        func stopClock() async {
            clock?.cancel()
            following?.cancel()
            await clock?.value
            await following?.value
            await service.dispatcher?.stop()
        }
    }
}
