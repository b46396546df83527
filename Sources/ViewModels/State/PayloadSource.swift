/// Which part of a card handed its payload to the host program.
package enum PayloadSource: Hashable, Sendable {
    case button
    case image
    /// A submit that the server has taken; the button's name.
    case submit(button: String)
}
