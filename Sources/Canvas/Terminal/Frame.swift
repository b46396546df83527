/// One complete frame for a terminal: cells and the modes that go with them.
package struct Frame: Equatable {
    package var surface: Surface
    /// Where the cursor is shown; nil hides it.
    package var cursor: Point?
    /// The window title; nil leaves the terminal's own.
    package var title: SafeText?
    /// Whether the terminal reports the mouse (which disables its own text selection).
    package var mouse: Bool
    /// The progress of work that the terminal's tab or task bar shows; terminals without support ignore it.
    package var progress: TerminalProgress

    package init(
        surface: Surface, cursor: Point? = nil, title: SafeText? = nil, mouse: Bool = false,
        progress: TerminalProgress = .none
    ) {
        self.surface = surface
        self.cursor = cursor
        self.title = title
        self.mouse = mouse
        self.progress = progress
    }
}
