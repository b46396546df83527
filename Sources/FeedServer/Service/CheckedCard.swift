import Cards
import FeedAPI

import struct Foundation.Date

/// What the server needs to know of a card's body, taken from it once, when it is published.
struct CheckedCard: Hashable, Sendable {
    var priority: Int
    var lifecycle: LifecycleID?
    /// In milliseconds since 1970, like the others.
    var publishAt: Int64?
    /// The earlier of the body's two ways to say it.
    var expiresAt: Int64?

    /// - Throws: a ``Problem`` of type `bad-card` with a pointer into the publish request.
    init(_ bytes: [UInt8], now: Date) throws(Problem) {
        guard bytes.count <= CardLimits.bytes else {
            throw Problem(
                .tooLarge, detail: "A card may have \(CardLimits.bytes) bytes, this one has \(bytes.count).",
                pointer: "/card")
        }
        let body = try CardBody.reading(bytes, isStrict: true)
        priority = body.priority
        if let text = body.lifecycleID {
            do { lifecycle = try LifecycleID(text, at: "/card/lifecycleId") } catch { throw Problem(error, .badCard) }
        }
        publishAt = body.publishAt.map(FeedTime.milliseconds)
        var ends = [body.expiresAt].compactMap { $0 }
        if let text = body.expiresIn {
            guard let duration = ISODuration(text) else {
                throw Problem(
                    .badCard, detail: "The card's expiresIn is not a duration.", pointer: "/card/expiresIn",
                    expected: "an ISO 8601 duration such as PT1H")
            }
            ends.append(duration.added(to: now))
        }
        expiresAt = ends.min().map(FeedTime.milliseconds)
    }

    /// The status a card has when it is published at a time.
    func status(at now: Int64) -> CardStatus {
        if let expiresAt, expiresAt <= now { return .expired }
        if let publishAt, publishAt > now { return .embargoed }
        return .active
    }
}
