package import Cards
package import FeedAPI

package import struct Foundation.Date

extension Date {
    /// The "now" of all fixtures: Thursday, 2026-01-15, 09:00 UTC.
    package static let fixed = Date(milliseconds: 1_768_467_600_000)

    /// A date this many seconds after ``fixed``.
    package static func fixed(_ seconds: Double) -> Date {
        Date(milliseconds: fixed.milliseconds + Int64((seconds * 1000).rounded()))
    }
}

/// A body with a headline, a text, and the buttons Approve (submit) and Dismiss. Pass `components` to replace them.
package func makeBody(
    title: String = "Approve the expense", text: String = "Ana spent 42 EUR on lunch.",
    components: [Card.Component]? = nil, priority: Int = CardBody.defaultPriority, lifecycleID: String? = nil,
    template: CardBody.Template? = nil, metadata: JSONObject = [:], variables: [RuntimeVariable] = [],
    actions: ActionProperties = ActionProperties(voteUp: .enabled(feedbackLabel: nil)),
    subviews: [String: Card.Subview] = [:], expiresAt: Date? = nil
) -> CardBody {
    CardBody(
        lifecycleID: lifecycleID, template: template, priority: priority, expiresAt: expiresAt, metadata: metadata,
        variables: variables, actions: actions,
        components: components ?? [
            .headline(Card.Headline(text: title)),
            .text(Card.TextBlock(text: text)),
            .buttons(
                Card.ButtonContainer(buttons: [
                    Card.Button(text: "Approve", action: .submit(Card.ButtonAction.Submission(buttonName: "approve"))),
                    Card.Button(text: "Dismiss", style: .secondary, action: .dismiss),
                ])),
        ],
        subviews: subviews)
}

/// An active card of the stream `ops`, created at ``Foundation/Date/fixed``.
package func makeCard(
    _ id: String = "c1", stream: String = "ops", status: CardStatus = .active, createdAt: Date = .fixed,
    updatedAt: Date? = nil, activeAt: Date? = nil, snoozedUntil: Date? = nil, expiresAt: Date? = nil,
    vote: Card.Vote? = nil, body: CardBody = makeBody()
) -> Card {
    Card(
        id: CardID(id), streamID: StreamID(stream), status: status, createdAt: createdAt, updatedAt: updatedAt,
        activeAt: activeAt, snoozedUntil: snoozedUntil, expiresAt: expiresAt, vote: vote, body: body)
}

/// An active card as an entry of the protocol. Its priority is that of the body.
package func makeEntry(
    _ id: String = "c1", sequence: Int64 = 1, status: CardStatus = .active, createdAt: Date = .fixed,
    updatedAt: Date? = nil, activeAt: Date? = nil, snoozedUntil: Date? = nil, expiresAt: Date? = nil,
    vote: Card.Vote? = nil, isRead: Bool? = nil, body: CardBody = makeBody()
) -> FeedEntry {
    var entry = FeedEntry(
        id: CardID(id), sequence: sequence, status: status, priority: body.priority, createdAt: createdAt,
        updatedAt: updatedAt ?? createdAt, activeAt: activeAt ?? createdAt, snoozedUntil: snoozedUntil,
        expiresAt: expiresAt, vote: vote, body: body.encoded())
    entry.isRead = isRead
    return entry
}
