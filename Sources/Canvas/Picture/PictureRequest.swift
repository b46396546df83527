/// Where a picture comes from.
package enum PictureSource: Hashable, Sendable {
    /// A web address named by a card, never a file of this machine.
    case address(String)
    /// A file that the user selected, and its modification time, so that a changed file counts as a different picture.
    case file(path: String, modified: Int)
}

/// A request for a picture that a frame shows.
package struct PictureRequest: Hashable, Sendable {
    package var source: PictureSource
    /// The maximum size of the picture, in cells.
    package var box: Size
    /// Whether the picture fills the box and is cropped, rather than shown whole.
    package var isFilling: Bool
    /// The graphics support it is prepared for.
    package var support: PictureSupport
    /// The colours for drawings that have no colours of their own; nil if not known.
    package var ink: PictureInk?

    package init(
        source: PictureSource, box: Size, isFilling: Bool = false, support: PictureSupport = .symbols,
        ink: PictureInk? = nil
    ) {
        self.source = source
        self.box = box
        self.isFilling = isFilling
        self.support = support
        self.ink = ink
    }

    package init(
        address: String, box: Size, isFilling: Bool = false, support: PictureSupport = .symbols,
        ink: PictureInk? = nil
    ) {
        self.init(source: .address(address), box: box, isFilling: isFilling, support: support, ink: ink)
    }

    /// An address or a path, for messages.
    package var address: String {
        switch source {
        case .address(let text), .file(let text, _): text
        }
    }
}

/// The colours for a drawing beside text that has no colours of its own.
package struct PictureInk: Hashable, Sendable {
    /// The current colour of the drawing. It is a direct colour, because decoders do not know the terminal's colours.
    package var color: Color
    /// Whether the background is dark, so that black would not be visible.
    package var isOnDark: Bool

    package init(_ color: Color, isOnDark: Bool) {
        self.color = color
        self.isOnDark = isOnDark
    }
}
