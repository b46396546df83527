import FeedAPI

/// A push connection: frames in order, each with its delay, until the connection is cut, falls silent or is closed.
// Invariant: used by the only thread of the process.
final class PushConnection: @unchecked Sendable {
    let node: Node
    private let network: SimulatedNetwork
    private let inner: FeedSocket
    private let frames: AsyncThrowingStream<PushFrame, any Error>
    private let toClient: AsyncThrowingStream<PushFrame, any Error>.Continuation
    private let sent: AsyncStream<ClientFrame>
    private let toServer: AsyncStream<ClientFrame>.Continuation
    private var isOver = false
    private var isSilent = false
    /// Whether a slow network also delays the frames. Otherwise they overtake requests.
    private let isDelayed: Bool

    init(_ network: SimulatedNetwork, _ node: Node, _ inner: FeedSocket) {
        self.network = network
        self.node = node
        self.inner = inner
        isDelayed = network.random.chance(0.5)
        (frames, toClient) = AsyncThrowingStream.makeStream()
        (sent, toServer) = AsyncStream.makeStream()
    }

    var socket: FeedSocket {
        FeedSocket(
            hello: inner.hello, frames: frames,
            send: { [self] frame throws(FeedError) in
                guard !isOver else { throw .network("the connection is closed") }
                toServer.yield(frame)
            },
            close: { [self] in close() })
    }

    /// - Parameter until: The time at which the token of the connection expires, in seconds since the machine's start.
    func begin(until: Double) {
        Task { await deliver() }
        Task { await send() }
        Task {
            await pause(until - Scheduler.shared.uptime)
            // A viewer whose connection has fallen silent does not receive the end either.
            if !isSilent { end(.closed(code: 4001, reason: "the token has expired")) }
        }
    }

    private func latency() -> Double { isDelayed ? network.latency() : network.random.number(0.0005...0.05) }

    private func deliver() async {
        do {
            for try await frame in inner.frames {
                await pause(latency())
                for frame in network.mutated(frame) {
                    guard !isOver, !isSilent else { break }
                    toClient.yield(frame)
                    if network.world.mutation == .earlyCursor { await pause(0.02) }
                }
                if isOver { return }
            }
            if !isSilent { end(nil) }
        } catch {
            if !isSilent { end(error as? FeedError ?? .network("\(error)")) }
        }
    }

    private func send() async {
        for await frame in sent {
            await pause(latency())
            if isOver { return }
            if isSilent { continue }
            if network.world.mutation == .dropAck, case .ack = frame { continue }
            // If the server has closed the connection, the other direction reports it.
            try? await inner.send(frame)
        }
    }

    /// Breaks the connection for both sides.
    func cut(_ error: FeedError) { end(error) }

    /// Nothing arrives from now on. The server notices that after 60 seconds.
    func silence() {
        guard !isSilent, !isOver else { return }
        isSilent = true
        network.world.trace.record(network.name, "push falls silent")
        Task {
            await pause(60)
            await inner.close()
        }
    }

    private func close() {
        guard !isOver else { return }
        isOver = true
        toClient.finish()
        closeServerSide()
    }

    /// - Parameter error: The error for the viewer; nil for a normal end.
    private func end(_ error: FeedError?) {
        guard !isOver else { return }
        network.world.trace.record(network.name, "push ends: \(error?.short ?? "normally")")
        isOver = true
        toClient.finish(throwing: error)
        closeServerSide()
    }

    private func closeServerSide() {
        toServer.finish()
        network.remove(self)
        Task {
            await pause(isSilent ? 60 : network.latency())
            await inner.close()
        }
    }
}
