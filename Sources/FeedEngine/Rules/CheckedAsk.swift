import Cards
package import FeedAPI

package import struct Foundation.Date

/// A validated request for an ask.
package struct CheckedAsk: Hashable, Sendable {
    package var request: AskRequest
    /// The priority of the cards, from 1 (top) to 10.
    var priority: Int
    /// When the card expires, in milliseconds since 1970; nil for never.
    var expiresAt: Int64?
    var digest: CardDigest

    /// - Throws: ``Problem`` of type `bad-card`, `malformed-request` or `too-large`, with a pointer into the request.
    package init(_ request: AskRequest, now: Date) throws(Problem) {
        self.request = request
        let card = try CheckedCard(request.body, now: now)
        priority = card.priority
        expiresAt = card.expiresAt
        let body = try CardBody.decode(request.body, isStrict: true)
        do {
            digest = CardDigest(of: try JSONParser.parse(request.body, depthLimit: JSONParser.maxDepthLimit))
        } catch {
            throw Problem(.badCard, detail: "The card is not JSON.", pointer: "/card", expected: "a JSON object")
        }
        guard card.lifecycle == nil else {
            throw Problem(
                .badCard, detail: "The card of a question cannot replace other cards: leave out its lifecycleId.",
                pointer: "/card/lifecycleId")
        }
        guard body.publishAt == nil else {
            throw Problem(
                .badCard, detail: "The card of a question is shown at once: leave out its publishAt.",
                pointer: "/card/publishAt")
        }
        guard body.pages.isEmpty else {
            throw Problem(
                .badCard,
                detail: "The card of a question cannot have pages: put their content into the card itself.",
                pointer: "/card/pages")
        }
        let names = body.answers.map(\.buttonName)
        guard !names.isEmpty else {
            throw Problem(
                .badCard,
                detail: "The card has no button that answers the question: add a submit button without \"keeps\".",
                pointer: "/card", expected: "a submit button without \"keeps\": true")
        }
        guard request.onTimeout.map(names.contains) ?? true else {
            throw Problem(
                .malformedRequest, detail: "The card has no submit button with the name in onTimeout.",
                pointer: "/onTimeout",
                expected: names.joined(separator: ", "))
        }
        guard !request.isSigned || request.onTimeout == nil else {
            throw Problem(
                .malformedRequest,
                detail:
                    "An answer from \"onTimeout\" has no signature, so \"onTimeout\" and \"signed\" cannot be used together: leave one out.",
                pointer: "/onTimeout")
        }
        if let expiresAt, expiresAt <= FeedTime.milliseconds(now) {
            throw Problem(
                .badCard, detail: "The card of a question must not have expired.", pointer: "/card",
                expected: "a card that expires in the future")
        }
    }
}
