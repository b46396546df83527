/// Where a picture comes from.
package enum PictureSource: Hashable, Sendable {
    /// What a card names: an address of the web, never a file of this machine.
    case address(String)
    /// A file that the user selected, and when it changed last: after a change it is another picture.
    case file(path: String, modified: Int)
}

/// A picture that a frame has a place for.
package struct PictureRequest: Hashable, Sendable {
    package var source: PictureSource
    /// Cells; what comes is this large at most.
    package var box: Size
    /// Whether it fills the box and loses what stands out, rather than being shown whole.
    package var isFilling: Bool
    /// How it will be drawn.
    package var support: PictureSupport
    /// For a drawing that asks for the colour of the text around it; nil where that is not known.
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

    /// What tells it in words: an address or a path.
    package var address: String {
        switch source {
        case .address(let text), .file(let text, _): text
        }
    }
}
