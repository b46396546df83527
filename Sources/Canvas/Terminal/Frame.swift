/// One complete frame for a terminal: cells and the modes that go with them.
package struct Frame: Equatable {
    package var surface: Surface
    /// Where the cursor is shown; nil hides it.
    package var cursor: Point?
    /// The window title; nil leaves the terminal's own.
    package var title: SafeText?
    /// Whether the terminal reports the mouse (which disables its own text selection).
    package var mouse: Bool

    package init(surface: Surface, cursor: Point? = nil, title: SafeText? = nil, mouse: Bool = false) {
        self.surface = surface
        self.cursor = cursor
        self.title = title
        self.mouse = mouse
    }
}
