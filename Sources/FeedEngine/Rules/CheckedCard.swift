package import Cards
package import FeedAPI

package import struct Foundation.Date

/// The properties of a card that the server needs, read from the validated body when the card is published.
package struct CheckedCard: Hashable, Sendable {
    /// The priority from 1 (top) to 10.
    package var priority: Int
    package var lifecycle: LifecycleID?
    /// The end of the embargo, in milliseconds since 1970; nil for none.
    package var publishAt: Int64?
    /// When the card expires, in milliseconds since 1970: the earlier of the body's `expiresAt` and `expiresIn`; nil
    /// for never.
    package var expiresAt: Int64?

    /// - Parameters:
    ///   - bytes: The body's JSON.
    ///   - now: The time of publication, to which `expiresIn` is added.
    /// - Throws: ``Problem`` of type `bad-card` or `too-large`, with a pointer into the publish request.
    package init(_ bytes: [UInt8], now: Date) throws(Problem) {
        guard bytes.count <= CardLimits.wholeBytes else { throw Self.tooLarge(bytes.count, CardLimits.wholeBytes) }
        let size = JSONSlice.removing("pages", from: bytes).count
        guard size <= CardLimits.bytes else { throw Self.tooLarge(size, CardLimits.bytes) }
        let body = try CardBody.decode(bytes, isStrict: true)
        guard body.ask == nil else {
            throw Problem(
                .badCard, detail: "Only a server writes the member \"ask\". Leave it out.", pointer: "/card/ask",
                expected: "no member \"ask\"")
        }
        priority = body.priority
        if let text = body.lifecycleID {
            do { lifecycle = try LifecycleID(text, at: "/card/lifecycleId") } catch { throw Problem(error, .badCard) }
        }
        publishAt = body.publishAt.map(FeedTime.milliseconds)
        var ends = [body.expiresAt].compactMap { $0 }
        if let text = body.expiresIn {
            guard let duration = CardDuration(text) else {
                throw Problem(
                    .badCard, detail: "The card's expiresIn is not a duration.", pointer: "/card/expiresIn",
                    expected: CardDuration.expected)
            }
            ends.append(duration.added(to: now))
        }
        expiresAt = ends.min().map(FeedTime.milliseconds)
    }

    private static func tooLarge(_ size: Int, _ limit: Int) -> Problem {
        let what = limit == CardLimits.wholeBytes ? "A card with its pages" : "A card"
        return Problem(
            .tooLarge, detail: "\(what) can have at most \(limit) bytes, not \(size).", pointer: "/card")
    }
}
