/// Something that came from the terminal.
package enum InputEvent: Hashable, Sendable {
    package enum Scheme: Hashable, Sendable {
        case dark, light
    }

    case key(KeyChord)
    /// Pasted text as sent, not cleaned: line breaks are `\n`. Never a command, whatever it holds.
    case paste(String)
    case mouse(MouseEvent)
    /// The terminal window gained or lost the keyboard.
    case focus(Bool)
    /// The terminal switched between dark and light.
    case colorScheme(Scheme)
    /// How the terminal shows pictures: soon after the first frame, and again whenever that or the size of its cells changes.
    case pictures(PictureSupport)
}
