package import Canvas

/// A picture that a frame has a place for.
package struct PictureRequest: Hashable, Sendable {
    package var address: String
    /// Cells; what comes is this large at most.
    package var box: Size
    /// Whether it fills the box and loses what stands out, rather than being shown whole.
    package var isFilling: Bool
    /// How it will be drawn.
    package var support: PictureSupport
    /// For a drawing that asks for the colour of the text around it; nil where that is not known.
    package var ink: Color?

    package init(
        address: String, box: Size, isFilling: Bool = false, support: PictureSupport = .symbols,
        ink: Color? = nil
    ) {
        self.address = address
        self.box = box
        self.isFilling = isFilling
        self.support = support
        self.ink = ink
    }
}
