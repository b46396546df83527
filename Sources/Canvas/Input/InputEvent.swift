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
    /// How the terminal shows pictures. Sent soon after the first frame, and whenever that or the cell size changes.
    case pictures(PictureSupport)
    /// Everything must be drawn again: the terminal reported another size by itself, which the backend has already, or it
    /// can show more than was known.
    case redraw
    /// The terminal has 24-bit colours, which was not known at the start. All cells must be drawn again.
    case trueColor
    /// What the user did with one of our desktop notifications.
    case notification(NotificationReply)
}
