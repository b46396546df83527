package import Canvas
package import Cards

/// An event that a container reports to its host, in addition to actions on cards.
package enum ContainerEvent: Hashable, Sendable {
    /// The button in the container's header was pressed.
    case actionButtonPressed
    /// A link or a video of a card was pressed. Reported only by containers that are embedded in a host program.
    case linkPressed(CardID, url: String)
    /// The size of the container on screen has changed, in cells, for example because cards arrived or left. Zero while
    /// the container is collapsed or not on screen.
    case sizeChanged(Size)
}
