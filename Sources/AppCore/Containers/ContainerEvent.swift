package import Canvas
package import Cards

/// What a container reports to its host, in addition to what is done to cards.
package enum ContainerEvent: Hashable, Sendable {
    /// The button in its header was pressed.
    case actionButtonPressed
    /// A link or a video of a card was pressed. Only a container in a host program reports it.
    case linkPressed(CardID, url: String)
    /// What the container takes of the screen has changed, as with cards that come and go; zero while it is collapsed
    /// or out of sight. In cells.
    case sizeChanged(Size)
}
