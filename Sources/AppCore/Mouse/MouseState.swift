/// Whether the mouse is captured, what it drags, and a guard against stale clicks.
package struct MouseState: Equatable, Sendable {
    /// Whether the viewer receives mouse events. Otherwise the terminal uses the mouse to select text.
    package var isCaptured = true
    /// The container whose scroll bar is being dragged.
    package internal(set) var dragging: ContainerID?
    /// Guards against clicks that were aimed at something that has gone.
    var staleGuard = StaleClickGuard()
}
