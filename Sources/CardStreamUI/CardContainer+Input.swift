internal import AppCore
internal import AppRuntime
internal import Canvas
public import Cards

/// What the user does. It takes effect with the next ``advance()``.
extension CardContainer {
    /// A key; those of the viewer mean what they mean there (`cardstream --help`, README).
    public func press(_ key: ContainerKey) { loop.terminal.feed(.key(key.chord)) }

    /// A text that was pasted; never a command.
    public func paste(_ text: String) { loop.terminal.feed(.paste(text)) }

    /// A click with the left button, counted from the container's upper left corner.
    public func click(column: Int, row: Int) {
        loop.terminal.feed(.mouse(MouseEvent(.press(.left), at: Point(column: column, row: row))))
        loop.terminal.feed(.mouse(MouseEvent(.release(.left), at: Point(column: column, row: row))))
    }

    /// The wheel, a step at a time: positive towards the end.
    public func turnWheel(_ steps: Int, column: Int, row: Int) {
        for _ in 0..<abs(steps) {
            let point = Point(column: column, row: row)
            loop.terminal.feed(.mouse(MouseEvent(steps > 0 ? .scrollDown : .scrollUp, at: point)))
        }
    }

    /// Gives the container another area, of at most 1,000 columns and rows. It is drawn anew with the next ``advance()``.
    public func resize(columns: Int, rows: Int) {
        loop.terminal.resize(to: Self.size(columns, rows))
        loop.resize()
    }

    /// Asks the server for cards now.
    public func refresh() { loop.send(.command(.refresh)) }

    /// Shows other cards from now on: those that meet all of these filters, in place of those of the configuration and of an
    /// earlier call; without any all cards. What the user types narrows them down further. Seen with the next
    /// ``advance()`` (Atomic iOS SDK 24.3, "Filtering cards").
    public func apply(_ filters: [CardFilter]) {
        guard let id = loop.state.containers.first?.id else { return }
        loop.send(.filtered(id, filters))
    }
}
