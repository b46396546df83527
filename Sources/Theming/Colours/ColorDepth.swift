/// The number of colours of the terminal. The caller decides once, from the terminal and `NO_COLOR`; a theme is
/// resolved for one depth, so that drawing never converts colours.
package enum ColorDepth: String, Sendable, CaseIterable {
    /// Attributes only. Every theme must stay usable: selection, focus and errors are never shown by colour alone.
    case none
    /// The terminal's own 16 colours, whose values the user chose.
    case ansi16
    /// The 16 colours with the xterm cube and grey ramp.
    case indexed256
    /// Any colour of 24 bits.
    case direct
}
