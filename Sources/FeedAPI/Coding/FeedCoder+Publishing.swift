import CardSources
import Cards

import struct Foundation.Date

extension FeedCoder {
    // MARK: Requests

    package static func encode(_ request: PublishRequest) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 256 + request.body.count)
        writer.object { writer in
            writer.member("stream", request.streamID.rawValue)
            writer.key("users")
            writer.array { writer in for user in request.users { writer.string(user.rawValue) } }
            writer.member("key", ifPresent: request.key?.rawValue)
            writer.key("card")
            writer.raw(request.body)
        }
        return writer.bytes
    }

    /// Decodes a request. Checks the envelope, and that the card is a JSON object; the server validates the card
    /// itself.
    package static func decodePublishRequest(_ bytes: [UInt8]) throws(Problem) -> PublishRequest {
        let (object, card) = try envelope(bytes)
        let stream: StreamID = try object.id("stream")
        var seen: Set<UserID> = []
        let users = try object.ids("users", UserID.self).filter { seen.insert($0).inserted }
        guard !users.isEmpty else { throw object.failure("users", expected: "at least one user id") }
        let key: PublicationKey? = try object.optionalID("key")
        return PublishRequest(streamID: stream, users: users, key: key, body: card.bytes)
    }

    /// Decodes a request with a card. Errors in the card or in the JSON as a whole are `bad-card` problems; errors in
    /// the other members are `malformed-request` problems.
    static func envelope(_ bytes: [UInt8]) throws(Problem) -> (object: WireObject, card: JSONSlice) {
        let object = try WireObject(document: bytes, problem: .badCard)
        let card = try object.slice("card", expected: "a card: a JSON object")
        guard card.bytesInPlace.first == UInt8(ascii: "{") else {
            throw object.failure("card", expected: "a card: a JSON object")
        }
        return (object.throwing(.malformedRequest), card)
    }

    // MARK: Receipts

    package static func encode(_ receipt: PublishReceipt) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 32 + 128 * receipt.cards.count)
        writer.object { writer in
            writer.key("cards")
            writer.array { writer in
                for card in receipt.cards {
                    writer.object { writer in
                        writer.member("id", card.id.rawValue)
                        writer.member("user", card.user.rawValue)
                        writer.member("stream", card.streamID.rawValue)
                        writer.member("status", card.status.rawValue)
                    }
                }
            }
            guard !receipt.newUsers.isEmpty else { return }
            writer.key("newUsers")
            writer.array { writer in for user in receipt.newUsers { writer.string(user.rawValue) } }
        }
        return writer.bytes
    }

    package static func decodePublishReceipt(_ bytes: [UInt8]) throws(Problem) -> PublishReceipt {
        try publishReceipt(bytes, isStored: false)
    }

    /// Decodes a stored receipt.
    package static func decodeStoredPublishReceipt(_ bytes: [UInt8]) throws(Problem) -> PublishReceipt {
        try publishReceipt(bytes, isStored: true)
    }

    private static func publishReceipt(_ bytes: [UInt8], isStored: Bool) throws(Problem) -> PublishReceipt {
        let object = try WireObject(document: bytes)
        var cards: [PublishReceipt.Published] = []
        for (index, slice) in try object.elements("cards").enumerated() {
            let card = try WireObject(slice, pointer: "/cards/\(index)", isStored: isStored)
            cards.append(
                PublishReceipt.Published(
                    id: try card.id("id"), user: try card.id("user"), streamID: try card.id("stream"),
                    status: try card.choice("status")))
        }
        var receipt = PublishReceipt(cards: cards)
        receipt.newUsers = try object.optionalIDs("newUsers") ?? []
        return receipt
    }

    // MARK: Outcomes

    package static func encode(_ outcome: CardOutcome) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 256)
        writer.object { writer in
            writer.member("id", outcome.id.rawValue)
            writer.member("user", outcome.user.rawValue)
            writer.member("stream", outcome.streamID.rawValue)
            writer.member("status", outcome.status.rawValue)
            writer.member("created", outcome.createdAt)
            writer.member("updated", outcome.updatedAt)
            writer.member("outcome", ifPresent: outcome.meaning?.rawValue)
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

    /// Encodes an outcome as one line of a list, without a line feed: its cursor, the card's title, and the members of
    /// the outcome.
    package static func line(_ outcome: CardOutcome, cursor: FeedCursor, title: String?) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 256)
        writer.object { writer in
            writer.member("cursor", cursor.rawValue)
            writer.member("title", ifPresent: title)
        }
        return writer.bytes.dropLast() + [UInt8(ascii: ",")] + encode(outcome).dropFirst()
    }

    package static func decodeCardOutcome(_ bytes: [UInt8]) throws(Problem) -> CardOutcome {
        let object = try WireObject(document: bytes)
        var responses: [CardOutcome.Response] = []
        var unreadable: [UnreadablePart] = []
        for (index, slice) in try object.elements("responses").enumerated() {
            do throws(Problem) {
                let item = try WireObject(slice)
                responses.append(
                    CardOutcome.Response(
                        response: try response(item), at: try item.time("at"), receivedAt: try item.time("receivedAt")))
            } catch {
                unreadable.append(UnreadablePart(slice, "/responses/\(index)", error))
            }
        }
        var outcome = CardOutcome(
            id: try object.id("id"), user: try object.id("user"), streamID: try object.id("stream"),
            status: try object.choice("status"),
            createdAt: try object.time("created"), updatedAt: try object.time("updated"), responses: responses)
        outcome.meaning = try object.optionalChoice("outcome")
        outcome.unreadable = unreadable
        return outcome
    }
}
