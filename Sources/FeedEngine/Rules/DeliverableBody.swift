import Cards
import FeedAPI

/// The body of a stored card as it can be sent to viewers and webhooks.
package enum DeliverableBody {
    /// The body itself; or, where an older server took one so deep that no client could read a page or a delta around it, a card
    /// that says so. It can be dismissed like the real one, and the publisher's outcome is that of the real one.
    package static func of(_ body: [UInt8]) -> [UInt8] {
        JSONSlice.isNested(body, deeperThan: FeedCoder.bodyDepthLimit) ? standIn : body
    }

    private static let standIn = CardBody(components: [
        .headline(Headline(text: "This card cannot be shown")),
        .text(TextBlock(text: "Its data are nested too deep. Ask who sent it to send it again.")),
    ]).encoded()
}
