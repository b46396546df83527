/// An input event from the terminal.
package enum InputEvent: Hashable, Sendable {
    package enum Scheme: Hashable, Sendable {
        case dark, light
    }

    case key(KeyChord)
    /// Pasted text as sent, not sanitised; line breaks are `\n`. It is never interpreted as a command.
    case paste(String)
    case mouse(MouseEvent)
    /// The terminal window gained or lost the keyboard.
    case focus(Bool)
    /// The terminal switched between dark and light.
    case colorScheme(Scheme)
    /// How the terminal shows pictures. Sent soon after the first frame, and whenever the method or the cell size
    /// changes.
    case pictures(PictureSupport)
    /// All cells must be drawn again. Either the terminal reported a new size by itself, which the backend has already
    /// read, or it turned out to support more than was known.
    case redraw
    /// The terminal has 24-bit colours, which was not known at the start. All cells must be drawn again.
    case trueColor
    /// The user acted on a desktop notification of this program.
    case notification(NotificationReply)
}
