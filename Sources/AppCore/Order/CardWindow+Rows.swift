package import Cards

extension CardWindow.Item {
    /// The rows above the card that its heading takes; the item of a folded group has no others.
    package var headingRows: Int { heading?.isFirst == true ? 1 : 0 }
}
