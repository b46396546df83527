/// Shows frames and reports input: the real terminal, or a test double.
///
/// Used from one thread only. Nothing here blocks.
package protocol TerminalBackend: AnyObject {
    /// The size in cells as last read.
    var size: Size { get }

    /// Becomes readable when input may be waiting; nil if the backend has no descriptor to poll.
    var inputDescriptor: Int32? { get }

    /// Shows the cells of `changes` and the frame's modes. Writes nothing if nothing changed.
    ///
    /// `changes` is the difference between the last presented frame and this one. After a change of
    /// `size` pass `SurfaceDiff(all:)`; a diff of surfaces of unequal sizes is that already.
    func present(_ frame: borrowing Frame, changes: SurfaceDiff)

    /// All waiting input, in order; empty when there is none. Call until empty before polling again.
    func readInput() -> [InputEvent]

    /// Seconds until `readInput` returns an event without new input; nil if it will not.
    var pendingInputDelay: Double? { get }

    /// Reads the size again.
    func refreshSize() -> Size

    /// Reads the size again after a window change signal. Returns whether a frame must be drawn: not if the terminal
    /// reports its size by itself (``InputEvent/redraw``) and has already done so.
    func windowChanged() -> Bool

    func ringBell()

    /// Asks the terminal to show a desktop notification. There is no acknowledgement.
    func notify(_ sequence: NotificationSequence, title: SafeText, body: SafeText)

    /// The terminal's reported support for desktop notifications with replies (OSC 99); nil if it reported none.
    var notificationSupport: NotificationSupport? { get }

    /// Shows a desktop notification whose replies arrive as ``InputEvent/notification(_:)``. It is closed when the
    /// terminal is released, because the terminal would then send its replies to another program as typed input.
    func show(_ notification: DesktopNotification)

    /// Closes a notification. Has no effect if it is already closed.
    func closeNotification(_ id: NotificationID)

    /// Copies a text to the clipboard of the user's terminal. Returns false if that is not possible.
    func copy(_ text: String) -> Bool

    /// Gives the terminal back to the shell or another program, with modes, screen and cursor restored.
    func release()

    /// Takes the terminal back after `release`, reads its size and repaints the last frame in full.
    func reclaim()
}

/// Defaults for terminals without these features.
extension TerminalBackend {
    package func windowChanged() -> Bool {
        _ = refreshSize()
        return true
    }

    package var notificationSupport: NotificationSupport? { nil }
    package func show(_ notification: DesktopNotification) {}
    package func closeNotification(_ id: NotificationID) {}
}
