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

    package init(address: String, box: Size, isFilling: Bool = false, support: PictureSupport = .symbols) {
        self.address = address
        self.box = box
        self.isFilling = isFilling
        self.support = support
    }
}
