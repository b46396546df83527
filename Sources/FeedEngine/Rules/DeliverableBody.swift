import Cards
import FeedAPI

/// The body of a stored card in the form that viewers and webhooks get.
package enum DeliverableBody {
    /// Returns the body without its pages, which are sent only on request. If an older server accepted a body that is
    /// nested too deeply for clients to read, returns a substitute card that says so. It can be dismissed like the
    /// original, and its outcome counts for the original.
    package static func of(_ body: [UInt8]) -> [UInt8] {
        JSONSlice.isNested(body, deeperThan: FeedCoder.bodyDepthLimit)
            ? standIn : JSONSlice.removing("pages", from: body)
    }

    private static let standIn = CardBody(components: [
        .headline(Card.Headline(text: "This card can't be shown")),
        .text(Card.TextBlock(text: "The card's data is nested too deeply. Ask the publisher to use fewer levels.")),
    ]).encoded()
}
