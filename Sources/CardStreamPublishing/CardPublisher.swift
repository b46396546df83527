import Basics
@_exported public import Cards
internal import CurlTransport
@_exported public import FeedAPI
internal import FeedTransport

internal import struct Foundation.Date

/// A publisher of a card server, for programs such as the backend of a web application: publishes cards, reads what became of
/// them, and asks users questions.
///
/// ```swift
/// import CardStreamPublishing
///
/// let publisher = CardPublisher(
///     baseURL: "https://cards.example", environmentID: "production", publisherKey: key)
/// var card = CardBody(components: [.headline(Card.Headline(text: "Release 4.12.7?"))])
/// card.expiresIn = "2h"
/// let receipt = try await publisher.publish(card, to: ["ana"], in: "ops")
/// let outcome = try await publisher.outcome(of: receipt.cards[0].id)
/// print(outcome.status)
/// ```
///
/// It can be used from any number of tasks at the same time and keeps its connections open between requests. Cancelling a task
/// cancels its request, which then throws `CancellationError`. The publisher key is sent to the server only, and appears in no error.
public struct CardPublisher: Sendable {
    let client: FeedHTTPClient

    /// - Parameters:
    ///   - baseURL: The server's address, `https://host[:port][/path]`.
    ///   - environmentID: The environment that the key belongs to.
    ///   - publisherKey: A publisher key of the server. Read it from the environment or a file, not from the code.
    ///   - authorityFile: A file with the certificates (PEM) that the server's certificate is checked against; nil for
    ///     those of the system.
    public init(baseURL: String, environmentID: String, publisherKey: String, authorityFile: String? = nil) {
        client = FeedHTTPClient(
            driver: CurlDriver(CurlConfiguration(authorityFile: authorityFile)),
            endpoint: FeedEndpoint(baseURL: baseURL, environmentID: environmentID, apiKey: publisherKey))
    }

    // MARK: Cards

    /// Publishes a card to users of a stream; each of them gets a card of their own.
    ///
    /// - Parameters:
    ///   - card: The card.
    ///   - users: The users who get it.
    ///   - stream: The stream it appears in.
    ///   - key: Names the publication, so that it happens once however often the call is repeated; the server keeps
    ///     keys for 30 days. Nil for a random one, with which a lost response is repeated safely.
    /// - Returns: The cards, in the order of the users.
    /// - Throws: ``PublishingError``. After ``PublishingError/network(_:)`` it is unknown whether the card was published;
    ///   a repetition with the same key publishes nothing twice.
    @discardableResult
    public func publish(
        _ card: CardBody, to users: [UserID], in stream: StreamID, key: PublicationKey? = nil
    ) async throws -> PublishReceipt {
        try await publish([PublishRequest(streamID: stream, users: users, key: key, body: card.encoded())])
    }

    /// Publishes many cards in one transaction: all of them or none.
    ///
    /// - Parameter requests: At most some thousands, with bodies of together 16 MiB at most. Those without a key get a
    ///   random one.
    /// - Returns: The cards, in the order of the requests and of their users.
    /// - Throws: ``PublishingError``; a refusal names the first wrong request by ``Problem/line``, from 1.
    @discardableResult
    public func publish(_ requests: [PublishRequest]) async throws -> PublishReceipt {
        guard !requests.isEmpty else { return PublishReceipt(cards: []) }
        var lines: [UInt8] = []
        for var request in requests {
            request.key = request.key ?? Self.randomKey()
            lines += FeedCoder.encode(request)
            lines.append(UInt8(ascii: "\n"))
        }
        let body = lines
        return try await repeating { () throws(FeedError) in try await client.publish(lines: body) }
    }

    /// Cancels a card: it disappears from its user's viewer. A card that has ended stays as it is.
    ///
    /// - Throws: ``PublishingError``, a refusal of type `unknown-card` for an unknown id.
    public func cancel(_ card: CardID) async throws {
        try await repeating { () throws(FeedError) in try await client.cancel(card) }
    }

    /// What became of a card, with everything that its user answered.
    ///
    /// - Throws: ``PublishingError``, a refusal of type `unknown-card` for an unknown id.
    public func outcome(of card: CardID) async throws -> CardOutcome {
        try await repeating { () throws(FeedError) in try await client.outcome(of: card) }
    }

    /// Waits until a card has ended: until it is answered, dismissed, cancelled or expires.
    ///
    /// - Parameters:
    ///   - card: The card's id.
    ///   - time: How long to wait at most; nil waits as long as the card is open.
    /// - Returns: The outcome; its status is still open if the time is over.
    /// - Throws: ``PublishingError``, a refusal of type `unknown-card` for an unknown id.
    public func end(of card: CardID, within time: Duration? = nil) async throws -> CardOutcome {
        let end = time.map { Date(timeIntervalSinceNow: $0.seconds) } ?? .distantFuture
        do throws(FeedError) { return try await client.ended(card, until: end) } catch {
            throw PublishingError.orCancellation(error)
        }
    }

    // MARK: Asks

    /// Asks users a question. ``answer(to:onChange:)`` waits for the answer.
    ///
    /// - Parameter request: Who is asked, until when, and how many have to agree. Without a key it gets a random one.
    /// - Returns: The ask with its cards.
    /// - Throws: ``PublishingError``, a refusal with a pointer into the request for a mistake in it.
    public func ask(_ request: AskRequest) async throws -> Ask {
        var request = request
        request.key = request.key ?? Self.randomKey()
        let keyed = request
        return try await repeating { () throws(FeedError) in try await client.ask(keyed) }
    }

    /// Asks users a question with one card.
    ///
    /// - Parameters:
    ///   - card: The card with the question.
    ///   - users: The users who are asked.
    ///   - stream: The stream that the card appears in.
    ///   - timeout: How long the question can be answered, in whole seconds; 10 minutes by default.
    ///   - key: Names the ask, so that it is made once however often the call is repeated; nil for a random one.
    /// - Throws: ``PublishingError``.
    public func ask(
        _ card: CardBody, to users: [UserID], in stream: StreamID,
        timeout: Duration = .seconds(AskRequest.defaultTimeout), key: PublicationKey? = nil
    ) async throws -> Ask {
        try await ask(
            AskRequest(
                streamID: stream, users: users, body: card.encoded(), key: key,
                timeout: Int(timeout.seconds.waitingTime().rounded(.up))))
    }

    /// An ask as it is now.
    ///
    /// - Throws: ``PublishingError``, a refusal of type `unknown-ask` for an unknown id.
    public func ask(_ id: AskID) async throws -> Ask {
        try await repeating { () throws(FeedError) in
            guard case .current(let ask, tag: _) = try await client.ask(id, wait: 0, tag: nil) else {
                throw .malformed("the response has no \"ask\"")
            }
            return ask
        }
    }

    /// Waits until an ask is settled, at the latest at its deadline. The connection waits on the server; failures that may
    /// pass are repeated until half a minute after the deadline.
    ///
    /// - Parameters:
    ///   - id: The ask.
    ///   - onChange: Called whenever something about the ask has changed, such as a user who has seen the card.
    /// - Returns: The settled ask; its ``Ask/settlement`` is not nil.
    /// - Throws: ``PublishingError``.
    public func answer(
        to id: AskID, onChange: @escaping @Sendable (Ask) -> Void = { _ in }
    ) async throws -> Ask {
        do throws(FeedError) { return try await client.settled(id, onChange: onChange) } catch {
            throw PublishingError.orCancellation(error)
        }
    }

    /// Withdraws an open ask: its cards disappear. A settled one stays as it is.
    ///
    /// - Returns: How the ask ended.
    /// - Throws: ``PublishingError``, a refusal of type `unknown-ask` for an unknown id.
    public func withdraw(_ id: AskID) async throws -> Ask {
        try await repeating { () throws(FeedError) in try await client.withdraw(id) }
    }

    // MARK: Repeating

    private func repeating<Value: Sendable>(
        _ call: () async throws(FeedError) -> Value
    ) async throws -> Value {
        do throws(FeedError) { return try await FeedHTTPClient.repeating(call) } catch {
            throw PublishingError.orCancellation(error)
        }
    }

    private static func randomKey() -> PublicationKey? {
        PublicationKey(rawValue: (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined())
    }
}
