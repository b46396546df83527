import Cards
import FeedServer
import Support

/// The publisher's end of a webhook. It is often unreachable, and records what it receives.
// Invariant: used by the only thread of the process.
final class Receiver: @unchecked Sendable {
    struct Message: Hashable {
        var event: String
        var card: CardID
        /// The number of the change, by which messages that arrive out of order are sorted.
        var sequence: Int
    }

    static let url = "http://127.0.0.1/hook"

    /// The messages by the id of the delivery, which repetitions share.
    private(set) var messages: [String: Message] = [:]
    /// The probability that a request is lost, and also that its response is lost.
    var losses = 0.2
    private var random: SeededGenerator
    private let oracle: Oracle

    init(_ random: SeededGenerator, _ oracle: Oracle) {
        self.random = random
        self.oracle = oracle
    }

    func receive(_ post: WebhookSender.Post, isSenderDead: @Sendable () -> Bool) async -> WebhookSender.Answer {
        // A dead node sends nothing.
        guard !isSenderDead() else { return .failed("the process is gone") }
        await pause(random.number(0.001...0.2))
        if random.chance(losses) { return .failed("no connection") }
        guard let id = post.headers.first(where: { $0.name == "webhook-id" })?.value,
            let json = try? JSONParser.parse(post.body), let event = json["type"]?.string,
            let card = json["data"]?["id"]?.string, let sequence = json["data"]?["seq"]?.number?.int
        else {
            oracle.fail("a webhook is told something that cannot be read")
            return .status(400)
        }
        let message = Message(event: event, card: CardID(stored: card), sequence: sequence)
        if let known = messages[id], known != message { oracle.fail("the delivery \(id) is told in two ways") }
        messages[id] = message
        return random.chance(losses) ? .failed("the answer is lost") : .status(204)
    }
}
