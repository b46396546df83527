/// Something that shows frames and reports input: the real terminal, or a stand-in for tests.
///
/// Used from one thread only. Nothing here blocks.
package protocol TerminalBackend: AnyObject {
    /// The size in cells as last read.
    var size: Size { get }

    /// Becomes readable when input may be waiting; nil when the backend has no descriptor to poll.
    var inputDescriptor: Int32? { get }

    /// Shows the cells of `changes` and the frame's modes. Without any change it writes nothing.
    ///
    /// `changes` is the difference between the last presented frame and this one. After a change of
    /// `size` pass `SurfaceDiff(all:)`; a diff of surfaces of unequal sizes is that already.
    func present(_ frame: borrowing Frame, changes: SurfaceDiff)

    /// All waiting input, in order; empty when there is none. Call until empty before polling again.
    func readInput() -> [InputEvent]

    /// Seconds until `readInput` has something to tell even if nothing is typed; nil when it will not.
    var newsDelay: Double? { get }

    /// Reads the size again, after a window change signal.
    func refreshSize() -> Size

    func ringBell()

    /// Asks the terminal to show a notification of the desktop. Whether it does nobody tells.
    func notify(_ sequence: NotificationSequence, title: SafeText, body: SafeText)

    /// Puts a text into the clipboard of the user's terminal. False when that cannot be tried.
    func copy(_ text: String) -> Bool

    /// Gives the terminal back to the shell or to another program: modes, screen and cursor as found.
    func release()

    /// Takes the terminal again after `release`, reads its size and repaints the last frame in full.
    func reclaim()
}
