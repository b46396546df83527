package import Canvas

/// The terminal of the event loop for line-by-line output. The loop lays out frames to determine the links, but the
/// frames are not shown.
package final class LinearTerminal: TerminalBackend {
    /// So few rows that little more than the selected card is visible, because visible cards count as seen.
    package private(set) var size = Size(columns: 80, rows: 9)

    package init() {}

    package var inputDescriptor: Int32? { nil }
    package var pendingInputDelay: Double? { nil }
    package func present(_ frame: borrowing Frame, changes: SurfaceDiff) {}
    package func readInput() -> [InputEvent] { [] }
    package func refreshSize() -> Size { size }
    package func ringBell() {}
    package func notify(_ sequence: NotificationSequence, title: SafeText, body: SafeText) {}
    package func copy(_ text: String) -> Bool { false }
    package func release() {}
    package func reclaim() {}
}
