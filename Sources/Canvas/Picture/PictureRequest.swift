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
    /// The colour of the surrounding text, for drawings in the current colour; nil if not known.
    package var ink: Color?

    package init(
        source: PictureSource, box: Size, isFilling: Bool = false, support: PictureSupport = .symbols,
        ink: Color? = nil
    ) {
        self.source = source
        self.box = box
        self.isFilling = isFilling
        self.support = support
        self.ink = ink
    }

    package init(
        address: String, box: Size, isFilling: Bool = false, support: PictureSupport = .symbols,
        ink: Color? = nil
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
