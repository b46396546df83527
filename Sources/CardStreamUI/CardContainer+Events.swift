public import Cards

public import struct Foundation.Date

extension CardContainer {
    /// What a container tells its host (Atomic SwiftUI SDK guide 25.4, "Container events"). What was done to a card is told
    /// once the server has it: what is undone in time never happened, and offline it is told later. The events about a
    /// camera are missing: a terminal has none.
    public enum Event: Hashable, Sendable {
        /// The button in the header was pressed.
        case actionButtonPressed
        /// A link button whose action is the host's was pressed.
        case linkButtonPressed(CardID, payload: JSONObject)
        /// A link of a button, an image or a text, or a video, was pressed: an `http`, `https` or `mailto` address. It is opened or
        /// shown unless ``ContainerConfiguration/opensLinks`` leaves that to the host.
        case linkPressed(CardID, url: String)
        /// An image whose action is the host's was pressed.
        case imagePressed(CardID, payload: JSONObject)
        /// A submit button with an action for the host was pressed, and the server has what was submitted.
        case submitButtonPressed(CardID, button: String, payload: JSONObject)
        /// The server has what the button of this name submitted.
        case submitted(CardID, button: String)
        /// The server has the dismissal.
        case dismissed(CardID)
        /// The server brings the card back then.
        case snoozed(CardID, until: Date)
        /// The server has the vote: up, "this is useful", or down.
        case voted(CardID, isUseful: Bool)
        /// What the user did could not be stored, makes no sense any more, or was refused by the server; the text says why,
        /// for people.
        case failed(CardID, CardResponse, reason: String)
        /// The size of ``CardContainer/usedArea`` has changed; zero while it shows nothing. In cells.
        case sizeChanged(columns: Int, rows: Int)
        /// The user wants to leave (`q`). What that means is the host's to say.
        case closeRequested
    }
}
