import Cards
import FeedAPI
import FeedTransport
import Foundation

/// A viewer that reconnects to the next server when its connection ends, and continues from its cursors. It waits only
/// 20 ms before it reconnects; other tests check how real viewers spread their connections.
actor FaultViewer {
    private let clients: FaultClients
    private let streams: [StreamID]
    private var server: Int
    private var cursors: [StreamID: FeedCursor] = [:]
    private var sequences: [StreamID: Int64] = [:]
    private var cards: [StreamID: Set<CardID>] = [:]
    /// The cards whose end was reported to it.
    private(set) var ended: Set<CardID> = []
    /// How often it had to load a stream again because its cursor had expired.
    private(set) var gaps = 0
    private(set) var problems: [String] = []
    /// The errors that ended its connections, latest first.
    private var ends: [String] = []
    private var lastFrame = ""

    init(_ clients: FaultClients, _ streams: [StreamID], first server: Int) {
        self.clients = clients
        self.streams = streams
        self.server = server
    }

    /// The cards that it has now.
    var active: Set<CardID> { cards.values.reduce(into: []) { $0.formUnion($1) } }

    /// A description for failure messages.
    var state: String {
        "\(active.count) cards, \(ended.count) ended, \(sequences), server \(server), last \(lastFrame), \(ends.prefix(9))"
    }

    var isLive: Bool { streams.allSatisfy { cursors[$0] != nil } }

    func has(_ cards: Set<CardID>, ended: Int) -> Bool { active == cards && self.ended.count == ended }

    func run() async {
        while !Task.isCancelled {
            await follow(clients.viewer(server))
            server += 1
        }
    }

    private func follow(_ client: FeedClient) async {
        do {
            let socket = try await client.openSocket()
            defer { Task { await socket.close() } }
            try await socket.send(.subscribe(streams.map { .init(streamID: $0, since: cursors[$0]) }))
            for try await frame in socket.frames {
                lastFrame = String("\(ContinuousClock.now) \(frame)".prefix(90))
                switch frame {
                case .delta(let delta):
                    receive(delta)
                    try await socket.send(.ack(stream: delta.streamID, cursor: delta.cursor))
                case .live(let stream, let cursor): cursors[stream] = cursor
                case .gap(let stream):
                    try await load(stream, client)
                    try await socket.send(.subscribe([.init(streamID: stream, since: cursors[stream])]))
                case .ping(let token): try await socket.send(.pong(token: token))
                default: break
                }
            }
        } catch {
            // Reconnects to another server, or to the same one.
            ends.insert("\(ContinuousClock.now) \(error)", at: 0)
            if ends.count > 20 { ends.removeLast() }
            try? await Task.sleep(for: .milliseconds(20))
        }
    }

    private func load(_ stream: StreamID, _ client: FeedClient) async throws {
        gaps += 1
        let (page, found) = try await client.all(of: stream)
        ended.formUnion(cards[stream, default: []].subtracting(found))
        cards[stream] = found
        sequences[stream] = nil
        cursors[stream] = page.cursor
    }

    private func receive(_ delta: FeedDelta) {
        let numbers = delta.upserts.map(\.sequence) + delta.removals.map(\.sequence)
        let last = sequences[delta.streamID] ?? 0
        for number in numbers where number <= last { problems.append("\(number) of \(delta.streamID) after \(last)") }
        sequences[delta.streamID] = max(numbers.max() ?? last, last)
        for card in delta.upserts where ended.contains(card.id) { problems.append("\(card.id) is back") }
        cards[delta.streamID, default: []].formUnion(delta.upserts.map(\.id))
        cards[delta.streamID, default: []].subtract(delta.removals.map(\.id))
        for card in delta.removals where !ended.insert(card.id).inserted {
            problems.append("\(card.id) has ended twice")
        }
        cursors[delta.streamID] = delta.cursor
    }
}
