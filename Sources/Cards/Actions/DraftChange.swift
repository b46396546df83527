/// What becomes of a card's draft as a response to the card is stored.
package enum DraftChange: Hashable, Sendable {
    /// It stays.
    case none
    /// This takes its place, or nothing does: what was entered is sent by the response.
    case replaced(by: JSONObject?)
}
