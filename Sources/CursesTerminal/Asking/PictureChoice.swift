package import Canvas

/// The configured graphics protocol.
package enum PictureChoice: Hashable, Sendable {
    case ask
    /// Uses this protocol regardless of the terminal's replies; only its cell size is determined.
    case only(GraphicsProtocol)
    case off
}
