import Cards
import FeedAPI
import FeedSync
import Support

/// The network between one viewer and the nodes: delays, losses and refusals, depending on the condition of the network.
// Invariant: used by the only thread of the process.
final class SimulatedNetwork: @unchecked Sendable {
    unowned let world: World
    let name: String
    let user: UserID
    let tokens: TokenCache
    var random: SeededGenerator
    /// Whether the viewer's process is dead, so that it sends nothing.
    var isDead = false
    private(set) var condition: Plan.NetworkCondition?
    private var connections: [PushConnection] = []
    private var lastToken = ""
    private var arrivalVersions = ArrivalVersions()

    init(_ world: World, name: String, user: UserID, tokens: TokenCache, random: SeededGenerator) {
        self.world = world
        self.name = name
        self.user = user
        self.tokens = tokens
        self.random = random
    }

    /// The delay in one direction, in seconds.
    func latency() -> Double {
        if case .slow(let most) = condition { return random.number(0...most) }
        return random.number(0.0005...0.05)
    }

    func set(_ condition: Plan.NetworkCondition?) {
        self.condition = condition
        switch condition {
        case .offline: cut(.network("the connection broke"))
        case .silent: for connection in connections { connection.silence() }
        default: break
        }
    }

    func cut(_ error: FeedError) {
        for connection in connections { connection.cut(error) }
        connections = []
    }

    func silencePush() { for connection in connections { connection.silence() } }

    /// Closes the push connections to a node that has died.
    func closeConnections(to node: Node) {
        for connection in connections where connection.node === node { connection.cut(.network("connection reset")) }
    }

    func remove(_ connection: PushConnection) { connections.removeAll { $0 === connection } }

    var client: FeedClient {
        FeedClient(
            snapshot: { [self] stream, page throws(FeedError) in
                let response = try await call("snapshot") { client throws(FeedError) in
                    try await client.snapshot(stream, page)
                }
                return world.mutation == .byArrival ? arrivalVersions.renumber(response) : response
            },
            changes: { [self] stream, since throws(FeedError) in
                let response = try await call("changes") { client throws(FeedError) in
                    try await client.changes(stream, since)
                }
                return world.mutation == .byArrival ? response.map { arrivalVersions.renumber($0) } : response
            },
            act: { [self] request throws(FeedError) in
                let receipt = try await call("act \(request.response.kind) on \(request.cardID.short)") {
                    client throws(FeedError) in try await client.act(request)
                }
                if world.mutation == .doubleTimer {
                    var again = request
                    again.key = world.makeKey()
                    _ = try? await call("act again") { [again] client throws(FeedError) in try await client.act(again) }
                }
                return receipt
            },
            openSocket: { [self] () throws(FeedError) in try await openSocket() })
    }

    // MARK: Requests

    /// Sends a request to a node and waits for the response.
    func call<Response: Sendable>(
        _ what: String, _ body: @escaping @Sendable (FeedClient) async throws(FeedError) -> Response
    ) async throws(FeedError) -> Response {
        try await exchange(what) { node, user throws(FeedError) in try await body(node.client(of: user)) }
    }

    private func exchange<Response: Sendable>(
        _ what: String, _ body: @escaping @Sendable (Node, UserID) async throws(FeedError) -> Response
    ) async throws(FeedError) -> Response {
        guard !isDead else {
            await pause(1e6)
            throw .cancelled
        }
        let token: String
        do throws(SourceError) { token = try await tokens.token() } catch { throw FeedError(error) }
        let outcome = RequestOutcome(in: condition, &random)
        if let failure = outcome.failure {
            world.trace.record(name, "\(what): \(failure.short)")
            await pause(latency())
            throw failure
        }
        guard !isDead else { throw .cancelled }
        lastToken = token
        let response = PendingResponse<Result<Response, FeedError>>()
        let requestLatency = latency()
        // In a separate task: a request that was sent arrives even if the client no longer waits for the response.
        Task { [self] in
            await pause(requestLatency)
            guard !outcome.isRequestLost else {
                if outcome.isBreakNoticed { response.settle(.failure(.network("the connection broke"))) }
                return
            }
            guard let node = world.node() else { return response.settle(.failure(.unreachable("refused"))) }
            let result: Result<Response, FeedError>
            if world.isValid(token) {
                result = await Self.result { () throws(FeedError) in try await body(node, world.reader(for: user)) }
            } else {
                result = .failure(.server(Problem(.tokenExpired), retryAfter: nil))
            }
            world.trace.record(node.name, "\(name) \(what): \(result.short)")
            await pause(latency())
            if outcome.isResponseLost || node.isDead {
                if outcome.isBreakNoticed { response.settle(.failure(.network("the connection broke"))) }
            } else {
                response.settle(result)
            }
        }
        Task {
            await pause(Self.timeout)
            response.settle(.failure(.network("no response in time")))
        }
        return try (await response.value ?? .failure(.cancelled)).get()
    }

    /// Seconds after which a client gives up waiting for a response, as in the product.
    private static let timeout = 30.0

    private static func result<Response>(
        _ body: () async throws(FeedError) -> Response
    ) async -> Result<Response, FeedError> {
        do throws(FeedError) { return .success(try await body()) } catch { return .failure(error) }
    }

    // MARK: Push

    private func openSocket() async throws(FeedError) -> FeedSocket {
        let connection = try await exchange("open push") { [self] node, user throws(FeedError) in
            PushConnection(self, node, try await node.client(of: user).openSocket())
        }
        guard !isDead, condition != .offline else {
            connection.cut(.network("the connection broke"))
            throw .network("the connection broke")
        }
        connections.append(connection)
        connection.begin(until: world.end(of: lastToken))
        if condition == .silent { connection.silence() }
        return connection.socket
    }

    /// The frames that arrive instead of a frame if the mutation changes it.
    func mutated(_ frame: PushFrame) -> [PushFrame] {
        guard case .delta(let delta) = frame else { return [frame] }
        switch world.mutation {
        case .byArrival: return [.delta(arrivalVersions.renumber(delta))]
        case .earlyCursor:
            var early = delta
            (early.upserts, early.removals) = ([], [])
            return [.delta(early), .delta(delta)]
        default: return [frame]
        }
    }
}
