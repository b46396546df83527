package import Canvas

/// What a container tells its host, besides what is done to cards.
package enum ContainerEvent: Hashable, Sendable {
    /// The button in its header was pressed.
    case actionButtonPressed
    /// What the container takes of the screen has changed, as with cards that come and go; zero while it is collapsed or
    /// out of sight. In cells.
    case sizeChanged(Size)
}
