internal import AppCore
internal import AppRuntime
internal import Canvas
public import Cards

/// Input from the user. It takes effect with the next ``advance()``.
extension CardContainer {
    /// Handles a key; keys mean the same as in the viewer (`cardstream help keys`).
    public func press(_ key: ContainerKey) { loop.terminal.feed(.key(key.chord)) }

    /// Handles pasted text, which is never interpreted as a command.
    public func paste(_ text: String) { loop.terminal.feed(.paste(text)) }

    /// Handles a click of the left button, in cells from the container's upper left corner.
    public func click(column: Int, row: Int) {
        loop.terminal.feed(.mouse(MouseEvent(.press(.left), at: Point(column: column, row: row))))
        loop.terminal.feed(.mouse(MouseEvent(.release(.left), at: Point(column: column, row: row))))
    }

    /// Handles steps of the mouse wheel; positive values scroll towards the end.
    public func turnWheel(_ steps: Int, column: Int, row: Int) {
        for _ in 0..<abs(steps) {
            let point = Point(column: column, row: row)
            loop.terminal.feed(.mouse(MouseEvent(steps > 0 ? .scrollDown : .scrollUp, at: point)))
        }
    }

    /// Changes the container's area, up to 1,000 columns and rows. It is redrawn with the next ``advance()``.
    public func resize(columns: Int, rows: Int) {
        loop.terminal.resize(to: Self.size(columns, rows))
        loop.resize()
    }

    /// Requests cards from the server now, and the values of runtime variables from the host.
    public func refresh() { loop.send(.command(.refresh)) }

    /// Resolves the runtime variables of the cards again, for example after the user's balance has changed. The values
    /// known so far are shown until then (Atomic iOS SDK 24.3, `updateVariables`).
    public func updateVariables() {
        guard let id = loop.state.containers.first?.id else { return }
        loop.send(.variablesChanged(id))
    }

    /// Replaces ``ContainerConfiguration/headerLines``, at most ten lines; none removes them. Lines longer than the
    /// container are cut: ``usedArea`` has the width.
    public func setHeaderLines(_ lines: [String]) {
        guard let id = loop.state.containers.first?.id else { return }
        loop.send(.headerRead(id, .lines(lines)))
    }

    /// Replaces the theme, background, colours and text size, for example after the user has chosen another text size.
    ///
    /// - Throws: ``ContainerError/theme(_:)``; everything stays as it was.
    public func setAppearance(_ appearance: ContainerAppearance) throws(ContainerError) {
        loop.use(try appearance.load(environment))
        loop.send(.appearanceChanged(hasNerdFont: appearance.hasNerdFont, reducesMotion: appearance.reducesMotion))
    }

    /// Replaces the filters of the configuration or an earlier call; an empty list shows all cards. The user's search
    /// narrows the cards further. Takes effect with the next ``advance()`` (Atomic iOS SDK 24.3, "Filtering cards").
    public func apply(_ filters: [CardFilter]) {
        guard let id = loop.state.containers.first?.id else { return }
        loop.send(.filtered(id, filters))
    }
}
