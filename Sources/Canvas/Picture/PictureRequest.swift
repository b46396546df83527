/// Where a picture comes from.
package enum PictureSource: Hashable, Sendable {
    /// A web address named by a card, never a file of this machine.
    case address(String)
    /// A file that the user selected, and its modification time: a changed file is another picture.
    case file(path: String, modified: Int)
}

/// A request for a picture that a frame shows.
package struct PictureRequest: Hashable, Sendable {
    package var source: PictureSource
    /// The size in cells that the picture may have at most.
    package var box: Size
    /// Whether the picture fills the box and is cropped, rather than shown whole.
    package var isFilling: Bool
    /// The graphics support it is prepared for.
    package var support: PictureSupport
    /// For drawings without colours of their own; nil if not known.
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

/// What a drawing beside text is drawn with where it has no colours of its own.
package struct PictureInk: Hashable, Sendable {
    /// Where the drawing asks for the current colour. A direct one, for decoders know no terminal's.
    package var color: Color
    /// Whether the ground is dark, so that black would not be seen.
    package var isOnDark: Bool

    package init(_ color: Color, isOnDark: Bool) {
        self.color = color
        self.isOnDark = isOnDark
    }
}
