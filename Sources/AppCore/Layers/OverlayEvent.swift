package import Canvas

/// What an overlay handles.
package enum OverlayEvent: Sendable {
    /// A command that can be used now.
    case command(Command)
    /// A character whose key is bound to no command.
    case typed(Character)
    case pasted(String)
    /// A whole line, where lines stand in place of keys; without blanks at its ends.
    case line(String)
    /// A click on a part of what is drawn.
    case clicked(HitRegion.Target)
    /// In rows; positive towards the end.
    case wheelTurned(Int)
    /// The screen has another size.
    case resized(Size)
    /// The card it is about has left, and the overlay is about to close.
    case cardLost
    /// An answer to an effect. All overlays are offered it, the topmost first, until one handles it.
    case answer(AppEvent.Kind)
}
