import Cards
import FeedAPI
import FeedServer

import struct Foundation.Date

/// Publishes, cancels and asks. Repeats each request with its key until the server has responded.
// Invariant: used by the only thread of the process.
final class Publisher: @unchecked Sendable {
    private unowned let world: World
    private(set) var count = 0
    /// The recipients of each publication, by its number.
    private(set) var users: [Int: [UserID]] = [:]
    private var cards: [CardID] = []
    private var asks: [AskID] = []
    private var askCount = 0
    private var busy = 0

    init(_ world: World) { self.world = world }

    var isBusy: Bool { busy > 0 }

    // MARK: Cards

    func publish(to numbers: [Int], expires: Double?) async {
        let number = count
        count += 1
        users[number] = numbers.map(World.name)
        var body = World.body(number)
        body.expiresAt = expires.map { Date().addingTimeInterval($0) }
        let request = PublishRequest(
            streamID: World.stream, users: numbers.map(World.name),
            key: world.mutation == .noPublicationKey ? nil : PublicationKey("p\(number)"), body: body.encoded())
        let receipt = await retry("publish #\(number)") { node in
            await Self.response { () throws(Problem) in
                try await node.server.publish([request], environment: Node.environment)
            }
        }
        cards += receipt?.cards.map(\.id) ?? []
    }

    func cancel(_ number: Int) async {
        guard !cards.isEmpty else { return }
        let card = cards[number % cards.count]
        _ = await retry("cancel \(card.short)") { node in
            await Self.response { () throws(Problem) in
                try await node.server.cancel(card, environment: Node.environment)
            }
        }
    }

    /// The response; an inner nil for a refusal; an outer nil if the request must be repeated.
    private static func response<Value>(_ send: () async throws(Problem) -> Value) async -> Value?? {
        do throws(Problem) { return .some(try await send()) } catch {
            return error.status < 500 ? .some(nil) : nil
        }
    }

    // MARK: Asks

    func ask(_ numbers: [Int], timeout: Int) async {
        askCount += 1
        let request = AskRequest(
            streamID: World.stream, users: numbers.map(World.name), body: World.body(nil).encoded(),
            key: PublicationKey("a\(askCount)"), timeout: timeout)
        let ask = await retry("ask \(askCount)") { node in
            await Self.response(node, .makeAsk, FeedCoder.encode(request))
        }
        asks.append(ask.id)
        // Two askers, each of which sends its requests to any node.
        for _ in 0..<2 { Task { await follow(ask.id) } }
    }

    func withdraw(_ number: Int) async {
        guard !asks.isEmpty else { return }
        let id = asks[number % asks.count]
        _ = await retry("withdraw") { node in await Self.response(node, .withdrawAsk(id)) }
    }

    private func follow(_ id: AskID) async {
        while !world.isOver {
            let wasSettled = world.oracle.isSettled(id)
            let ask = await retry(nil) { node in await Self.response(node, .ask(id)) }
            world.oracle.check(ask, wasSettled: wasSettled)
            if ask.settlement != nil, world.random.chance(0.3) { return }
            await pause(world.random.number(0.1...5))
        }
    }

    private static func response(_ node: Node, _ route: FeedRoute, _ body: [UInt8] = []) async -> Ask? {
        let response = await node.server.respond(
            to: route.method, route.target, headers: Node.publisher.headers, body: body, mostBytes: 1 << 20)
        // For any other status, the asker tries again.
        return try? FeedCoder.decodeAsk(response.body)
    }

    // MARK: Retries

    /// Repeats a request until a node has responded and the response has arrived.
    private func retry<Response>(_ what: String?, _ send: (Node) async -> Response?) async -> Response {
        if what != nil { busy += 1 }
        defer { if what != nil { busy -= 1 } }
        while true {
            await pause(world.random.number(0.001...0.1))
            if let node = world.node(), let response = await send(node), !node.isDead {
                let isLost = world.random.chance(0.1)
                if let what { world.trace.record(node.name, what + (isLost ? ", the answer is lost" : "")) }
                if !isLost { return response }
            }
            await pause(world.random.number(0.5...2))
        }
    }
}

extension World {
    /// A card that allows all actions of the world's users.
    static func body(_ number: Int?) -> CardBody {
        CardBody(
            actions: ActionProperties(voteUp: .enabled(feedbackLabel: nil), voteDown: .enabled(feedbackLabel: nil)),
            components: [
                .headline(Card.Headline(text: number.map { "Card #\($0)#" } ?? "Release?")),
                .buttons(
                    Card.ButtonContainer(buttons: [
                        Card.Button(text: "Yes", action: .submit(Card.ButtonAction.Submission(buttonName: "yes"))),
                        Card.Button(text: "Dismiss", action: .dismiss),
                        Card.Button(text: "Later", action: .snooze(nil)),
                    ])),
            ])
    }

    /// The number of the publication, taken from the title of the card.
    static func publication(of body: [UInt8]) -> Int? {
        let parts = String(decoding: body, as: UTF8.self).split(separator: "#", omittingEmptySubsequences: false)
        return parts.count == 3 ? Int(parts[1]) : nil
    }
}
