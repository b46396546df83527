/// How many colours the terminal shows. Decided once by the caller, from the terminal and `NO_COLOR`; a theme is
/// resolved for one depth, so that drawing never converts a colour.
package enum ColorDepth: String, Sendable, CaseIterable {
    /// Attributes only. Every theme must stay usable here: selection, focus and errors are never told by colour
    /// alone.
    case none
    /// The terminal's own 16 colours, whose values the user chose.
    case ansi16
    /// The xterm cube and grey ramp on top of the 16.
    case indexed256
    /// Any colour, in 24 bits.
    case direct
}
