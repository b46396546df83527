import Cards

import struct Foundation.Date

extension FeedCoder {
    // MARK: Requests

    public static func encode(_ request: PublishRequest) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 256 + request.body.count)
        writer.object { writer in
            writer.member("stream", request.streamID.rawValue)
            writer.key("users")
            writer.array { writer in for user in request.users { writer.string(user) } }
            writer.member("key", ifPresent: request.key)
            writer.key("card")
            writer.raw(request.body)
        }
        return writer.bytes
    }

    /// Checks the envelope, and that the card is a JSON object; what the card holds is the server's question.
    public static func decodePublishRequest(_ bytes: [UInt8]) throws(Problem) -> PublishRequest {
        let object = try WireObject(document: bytes, problem: .badCard)
        let stream = StreamID(try object.string("stream"))
        guard stream.isWellFormed else {
            throw object.failure("stream", expected: "1 to 64 letters, digits, '-', '_' or '.'")
        }
        var users: [String] = []
        var seen: Set<String> = []
        for (index, slice) in try object.elements("users").enumerated() {
            guard let user = try? slice.string(), (1...128).contains(user.utf8.count) else {
                // The reason does not matter: the message says what belongs there.
                throw object.failure("users/\(index)", expected: "a user id of 1 to 128 bytes")
            }
            if seen.insert(user).inserted { users.append(user) }
        }
        guard !users.isEmpty else { throw object.failure("users", expected: "at least one user id") }
        let key = try object.optionalString("key")
        if let key, !(1...128).contains(key.utf8.count) { throw object.failure("key", expected: "1 to 128 bytes") }
        let card = try object.slice("card", expected: "a card, an object")
        guard card.bytesInPlace.first == UInt8(ascii: "{") else {
            throw object.failure("card", expected: "a card, an object")
        }
        return PublishRequest(streamID: stream, users: users, key: key, body: card.bytes)
    }

    // MARK: Answers

    public static func encode(_ receipt: PublishReceipt) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 32 + 128 * receipt.cards.count)
        writer.object { writer in
            writer.key("cards")
            writer.array { writer in
                for card in receipt.cards {
                    writer.object { writer in
                        writer.member("id", card.id.rawValue)
                        writer.member("user", card.user)
                        writer.member("stream", card.streamID.rawValue)
                        writer.member("status", card.status.rawValue)
                    }
                }
            }
        }
        return writer.bytes
    }

    public static func decodePublishReceipt(_ bytes: [UInt8]) throws(Problem) -> PublishReceipt {
        let object = try WireObject(document: bytes)
        var cards: [PublishReceipt.Published] = []
        for (index, slice) in try object.elements("cards").enumerated() {
            let card = try WireObject(slice, pointer: "/cards/\(index)")
            cards.append(
                PublishReceipt.Published(
                    id: CardID(try card.string("id")), user: try card.string("user"),
                    streamID: StreamID(try card.string("stream")), status: try card.choice("status")))
        }
        return PublishReceipt(cards: cards)
    }

    // MARK: Outcomes

    public static func encode(_ outcome: CardOutcome) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 256)
        writer.object { writer in
            writer.member("id", outcome.id.rawValue)
            writer.member("user", outcome.user)
            writer.member("stream", outcome.streamID.rawValue)
            writer.member("status", outcome.status.rawValue)
            writer.member("created", outcome.createdAt)
            writer.member("updated", outcome.updatedAt)
            writer.key("responses")
            writer.array { writer in
                for response in outcome.responses {
                    writer.object { writer in
                        writeMembers(of: response.response, to: &writer)
                        writer.member("at", response.at)
                        writer.member("receivedAt", response.receivedAt)
                    }
                }
            }
        }
        return writer.bytes
    }

    public static func decodeCardOutcome(_ bytes: [UInt8]) throws(Problem) -> CardOutcome {
        let object = try WireObject(document: bytes)
        var responses: [CardOutcome.Response] = []
        for (index, slice) in try object.elements("responses").enumerated() {
            let item = try WireObject(slice, pointer: "/responses/\(index)")
            responses.append(
                CardOutcome.Response(
                    response: try response(item), at: try item.time("at"), receivedAt: try item.time("receivedAt")))
        }
        return CardOutcome(
            id: CardID(try object.string("id")), user: try object.string("user"),
            streamID: StreamID(try object.string("stream")), status: try object.choice("status"),
            createdAt: try object.time("created"), updatedAt: try object.time("updated"), responses: responses)
    }
}
