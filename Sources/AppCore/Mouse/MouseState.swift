/// Whose the mouse is, what it holds, and clicks that are not meant for what is on the screen.
package struct MouseState: Equatable, Sendable {
    /// Whether the mouse is ours; else the terminal selects text with it.
    package var isCaptured = true
    /// The container whose scroll bar the mouse holds.
    package internal(set) var dragging: ContainerID?
    /// Against clicks that were aimed at something that has gone.
    var staleGuard = StaleClickGuard()
}
