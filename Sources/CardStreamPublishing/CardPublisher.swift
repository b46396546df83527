import Basics
@_exported public import Cards
internal import CurlTransport
@_exported public import FeedAPI
internal import FeedTransport

internal import struct Foundation.Date

/// A publisher on a card server, for programs such as the backend of a web application. It publishes cards, reads their
/// outcomes, and asks users questions.
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
/// A publisher can be used by any number of tasks at the same time, and keeps its connections open between requests.
/// Cancelling a task cancels its request, which then throws `CancellationError`. The publisher key is sent only to the
/// server, and does not appear in errors.
public struct CardPublisher: Sendable {
    let client: FeedHTTPClient

    /// Creates a publisher. Does not connect yet.
    ///
    /// - Parameters:
    ///   - baseURL: The server's address, `https://host[:port][/path]`.
    ///   - environmentID: The environment that the key belongs to.
    ///   - publisherKey: A publisher key of the server. Read it from the environment or a file, not from the code.
    ///   - authorityFile: A PEM file with the certificate authorities to trust; nil, the default, for those of the
    ///     system.
    public init(baseURL: String, environmentID: String, publisherKey: String, authorityFile: String? = nil) {
        client = FeedHTTPClient(
            driver: CurlDriver(CurlConfiguration(authorityFile: authorityFile)),
            endpoint: FeedEndpoint(baseURL: baseURL, environmentID: environmentID, apiKey: publisherKey))
    }

    // MARK: Cards

    /// Publishes a card to users of a stream; each user gets a separate card.
    ///
    /// - Parameters:
    ///   - card: The card.
    ///   - users: The users who get it.
    ///   - stream: The stream it appears in.
    ///   - key: Identifies the publication, so that it takes effect once however often the call is repeated. The server
    ///     keeps keys for 30 days. Nil, the default, uses a random key, so that the call can safely retry after a lost
    ///     response.
    /// - Returns: The cards, in the order of the users.
    /// - Throws: ``PublishingError``. After ``PublishingError/network(_:)`` it is unknown whether the card was
    ///   published; repeating the call with the same key does not publish it twice.
    @discardableResult
    public func publish(
        _ card: CardBody, to users: [UserID], in stream: StreamID, key: PublicationKey? = nil
    ) async throws -> PublishReceipt {
        try await publish([PublishRequest(streamID: stream, users: users, key: key, body: card.encoded())])
    }

    /// Publishes many cards in one transaction: all of them or none.
    ///
    /// - Parameter requests: At most some thousands, whose bodies have at most 16 MiB together. Those without a key get
    ///   a random one.
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

    /// Cancels a card. It disappears from its user's viewer. A card that has ended stays as it is.
    ///
    /// - Throws: ``PublishingError``, a refusal of type `unknown-card` for an unknown id.
    public func cancel(_ card: CardID) async throws {
        try await repeating { () throws(FeedError) in try await client.cancel(card) }
    }

    /// The outcome of a card, with everything that its user answered.
    ///
    /// - Throws: ``PublishingError``, a refusal of type `unknown-card` for an unknown id.
    public func outcome(of card: CardID) async throws -> CardOutcome {
        try await repeating { () throws(FeedError) in try await client.outcome(of: card) }
    }

    /// Waits until a card has ended: until it is answered, dismissed, cancelled or expires.
    ///
    /// - Parameters:
    ///   - card: The card's id.
    ///   - time: The maximum time to wait; nil, the default, waits as long as the card is open.
    /// - Returns: The outcome; its status is still open if the time has passed.
    /// - Throws: ``PublishingError``, a refusal of type `unknown-card` for an unknown id.
    public func end(of card: CardID, within time: Duration? = nil) async throws -> CardOutcome {
        let end = time.map { Date(timeIntervalSinceNow: $0.seconds) } ?? .distantFuture
        do throws(FeedError) { return try await client.ended(card, until: end) } catch {
            throw PublishingError.orCancellation(error)
        }
    }

    // MARK: Questions

    /// Asks users a question. ``answer(to:onChange:)`` waits for the answer.
    ///
    /// - Parameter request: The users to ask, the deadline, and how many users have to agree. Without a key it gets a
    ///   random one.
    /// - Returns: The ask with its cards.
    /// - Throws: ``PublishingError``; for a mistake in the request, a refusal with a pointer to it.
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
    ///   - key: Identifies the ask, so that it is created once however often the call is repeated; nil uses a random
    ///     key.
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

    /// The current state of an ask.
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

    /// Waits until an ask is settled, which happens at its deadline at the latest. Uses long polling. Temporary
    /// failures are retried until half a minute after the deadline.
    ///
    /// - Parameters:
    ///   - id: The ask.
    ///   - onChange: Called whenever the ask has changed, for example because a user has seen the card.
    /// - Returns: The settled ask; its ``Ask/settlement`` is not nil.
    /// - Throws: ``PublishingError``.
    public func answer(
        to id: AskID, onChange: @escaping @Sendable (Ask) -> Void = { _ in }
    ) async throws -> Ask {
        do throws(FeedError) { return try await client.settled(id, onChange: onChange) } catch {
            throw PublishingError.orCancellation(error)
        }
    }

    /// Withdraws an open ask. Its cards disappear. A settled ask stays as it is.
    ///
    /// - Returns: The ask with its settlement.
    /// - Throws: ``PublishingError``, a refusal of type `unknown-ask` for an unknown id.
    public func withdraw(_ id: AskID) async throws -> Ask {
        try await repeating { () throws(FeedError) in try await client.withdraw(id) }
    }

    // MARK: Retries

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
