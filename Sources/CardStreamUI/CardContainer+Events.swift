public import Cards

public import struct Foundation.Date

extension CardContainer {
    /// An event that a container reports to its host (Atomic SwiftUI SDK guide 25.4, "Container events"). Actions on
    /// cards are reported once the server has accepted them: undone actions are not reported, and offline ones are
    /// reported later. Camera events are missing: a terminal has no camera.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Event: Hashable, Sendable {
        /// The button in the header was pressed.
        case actionButtonPressed
        /// A link button with an action for the host was pressed.
        case linkButtonPressed(CardID, payload: JSONObject)
        /// A link of a button, image or text, or a video, was pressed: an `http`, `https` or `mailto` address. It is
        /// also opened or shown, unless ``ContainerConfiguration/opensLinks`` leaves that to the host.
        case linkPressed(CardID, url: String)
        /// An image with an action for the host was pressed.
        case imagePressed(CardID, payload: JSONObject)
        /// A submit button with an action for the host was pressed, and the server has accepted the submission.
        case submitButtonPressed(CardID, button: String, payload: JSONObject)
        /// The server has accepted the submission of the button with this name.
        case submitted(CardID, button: String)
        /// The server has accepted the dismissal.
        case dismissed(CardID)
        /// The server has accepted a snooze until this time.
        case snoozed(CardID, until: Date)
        /// The server has accepted a vote: up, "this is useful", or down.
        case voted(CardID, isUseful: Bool)
        /// A response could not be stored, is obsolete, or was refused by the server; the text says why, for people.
        case failed(CardID, CardResponse, reason: String)
        /// The size of ``CardContainer/usedArea`` in cells has changed; zero while nothing is shown.
        case sizeChanged(columns: Int, rows: Int)
        /// The user wants to leave (`q`). The host decides what to do.
        case closeRequested
    }
}
