package import Canvas

/// Whether the terminal is asked how it shows pictures.
package enum PictureChoice: Hashable, Sendable {
    case ask
    /// Shows them so, whatever the terminal says; its cells are measured all the same.
    case only(GraphicsProtocol)
    case off
}
