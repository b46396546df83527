import Basics
public import Cards
public import FeedAPI

public import struct Foundation.Date

// Deprecated calls, which take seconds as numbers.

extension CardPublisher {
    @available(*, deprecated, message: "use a Duration, such as .seconds(60)")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public func end(of card: CardID, within seconds: Double) async throws -> CardOutcome {
        try await end(of: card, within: .waiting(seconds))
    }

    @available(*, deprecated, message: "use a Duration, such as .seconds(600)")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public func ask(
        _ card: CardBody, to users: [UserID], in stream: StreamID, timeout: Int, key: PublicationKey? = nil
    ) async throws -> Ask {
        try await ask(card, to: users, in: stream, timeout: .seconds(timeout), key: key)
    }
}

extension WebhookVerifier {
    @available(*, deprecated, message: "use a Duration, such as .seconds(300)")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public func accepts(
        _ body: some Sequence<UInt8>, headers: some Sequence<(name: String, value: String)>, now: Date = Date(),
        tolerance: Double
    ) -> Bool {
        accepts(body, headers: headers, now: now, tolerance: .waiting(tolerance))
    }
}
