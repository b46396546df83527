package import Canvas

/// An event that an overlay can handle.
package enum OverlayEvent: Sendable {
    /// A command that is available now.
    case command(Command)
    /// A character whose key is not bound to a command.
    case typed(Character)
    case pasted(String)
    /// A whole line without leading and trailing spaces, in the mode that reads lines instead of keys.
    case line(String)
    /// A click on an element.
    case clicked(HitRegion.Target)
    /// In rows; positive towards the end.
    case wheelTurned(Int)
    /// The screen was resized.
    case resized(Size)
    /// The overlay's card has left, and the overlay is about to close.
    case cardLost
    /// The result of an effect. Offered to all overlays, the topmost first, until one handles it.
    case answer(AppEvent.Kind)
}
