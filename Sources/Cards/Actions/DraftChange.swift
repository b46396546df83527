/// What happens to a card's draft when a response to the card is stored.
package enum DraftChange: Hashable, Sendable {
    /// The draft stays.
    case none
    /// The draft is replaced by these values. Nil removes it, because the response sends the entered values.
    case replaced(by: JSONObject?)
}
