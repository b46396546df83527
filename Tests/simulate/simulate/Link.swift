import Cards
import FeedAPI
import FeedSync

/// The network between one viewer and the nodes: delays, losses and refusals, depending on the weather.
// Invariant: used by the only thread of the process.
final class Link: @unchecked Sendable {
    unowned let world: World
    let name: String
    let user: UserID
    let tokens: TokenCache
    var dice: Dice
    /// Whether the viewer's process is dead, so that it sends nothing.
    var isDead = false
    private(set) var weather: Plan.Weather?
    private var wires: [Wire] = []
    private var lastToken = ""
    private var arrivals = Arrivals()

    init(_ world: World, name: String, user: UserID, tokens: TokenCache, dice: Dice) {
        self.world = world
        self.name = name
        self.user = user
        self.tokens = tokens
        self.dice = dice
    }

    /// The delay in one direction, in seconds.
    func latency() -> Double {
        if case .slow(let most) = weather { return dice.number(0...most) }
        return dice.number(0.0005...0.05)
    }

    func set(_ weather: Plan.Weather?) {
        self.weather = weather
        switch weather {
        case .offline: cut(.network("the connection broke"))
        case .silent: for wire in wires { wire.silence() }
        default: break
        }
    }

    func cut(_ error: FeedError) {
        for wire in wires { wire.cut(error) }
        wires = []
    }

    func silencePush() { for wire in wires { wire.silence() } }

    /// Closes the push connections to a node that has died.
    func lose(_ node: Node) { for wire in wires where wire.node === node { wire.cut(.network("connection reset")) } }

    func remove(_ wire: Wire) { wires.removeAll { $0 === wire } }

    var client: FeedClient {
        FeedClient(
            snapshot: { [self] stream, page throws(FeedError) in
                let answer = try await call("snapshot") { client throws(FeedError) in
                    try await client.snapshot(stream, page)
                }
                return world.mutation == .byArrival ? arrivals.mistake(answer) : answer
            },
            changes: { [self] stream, since throws(FeedError) in
                let answer = try await call("changes") { client throws(FeedError) in
                    try await client.changes(stream, since)
                }
                return world.mutation == .byArrival ? answer.map { arrivals.mistake($0) } : answer
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
    func call<Answer: Sendable>(
        _ what: String, _ body: @escaping @Sendable (FeedClient) async throws(FeedError) -> Answer
    ) async throws(FeedError) -> Answer {
        try await exchange(what) { node, user throws(FeedError) in try await body(node.client(of: user)) }
    }

    private func exchange<Answer: Sendable>(
        _ what: String, _ body: @escaping @Sendable (Node, UserID) async throws(FeedError) -> Answer
    ) async throws(FeedError) -> Answer {
        guard !isDead else {
            await pause(1e6)
            throw .cancelled
        }
        let token: String
        do throws(SourceError) { token = try await tokens.token() } catch { throw FeedError(error) }
        let fate = Fate(in: weather, &dice)
        if let failure = fate.failure {
            world.trace.note(name, "\(what): \(failure.short)")
            await pause(latency())
            throw failure
        }
        guard !isDead else { throw .cancelled }
        lastToken = token
        let answer = Promise<Result<Answer, FeedError>>()
        let there = latency()
        // In a separate task: a request that was sent arrives even if the client no longer waits for the response.
        Task { [self] in
            await pause(there)
            guard !fate.isRequestLost else {
                if fate.isNoticed { answer.settle(.failure(.network("the connection broke"))) }
                return
            }
            guard let node = world.node() else { return answer.settle(.failure(.unreachable("refused"))) }
            let result: Result<Answer, FeedError>
            if world.isValid(token) {
                result = await Self.result { () throws(FeedError) in try await body(node, world.reader(for: user)) }
            } else {
                result = .failure(.server(Problem(.tokenExpired), retryAfter: nil))
            }
            world.trace.note(node.name, "\(name) \(what): \(result.short)")
            await pause(latency())
            if fate.isAnswerLost || node.isDead {
                if fate.isNoticed { answer.settle(.failure(.network("the connection broke"))) }
            } else {
                answer.settle(result)
            }
        }
        Task {
            await pause(Self.patience)
            answer.settle(.failure(.network("no answer in time")))
        }
        return try (await answer.value ?? .failure(.cancelled)).get()
    }

    /// Seconds after which a client gives up waiting for a response, as in the product.
    private static let patience = 30.0

    private static func result<Answer>(
        _ body: () async throws(FeedError) -> Answer
    ) async -> Result<Answer, FeedError> {
        do throws(FeedError) { return .success(try await body()) } catch { return .failure(error) }
    }

    // MARK: Push

    private func openSocket() async throws(FeedError) -> FeedSocket {
        let wire = try await exchange("open push") { [self] node, user throws(FeedError) in
            Wire(self, node, try await node.client(of: user).openSocket())
        }
        guard !isDead, weather != .offline else {
            wire.cut(.network("the connection broke"))
            throw .network("the connection broke")
        }
        wires.append(wire)
        wire.begin(until: world.end(of: lastToken))
        if weather == .silent { wire.silence() }
        return wire.socket
    }

    /// The frames that arrive instead of a frame if the mutation changes it.
    func mistaken(_ frame: PushFrame) -> [PushFrame] {
        guard case .delta(let delta) = frame else { return [frame] }
        switch world.mutation {
        case .byArrival: return [.delta(arrivals.mistake(delta))]
        case .earlyCursor:
            var early = delta
            (early.upserts, early.removals) = ([], [])
            return [.delta(early), .delta(delta)]
        default: return [frame]
        }
    }
}
