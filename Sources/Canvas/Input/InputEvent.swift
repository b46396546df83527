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
}
