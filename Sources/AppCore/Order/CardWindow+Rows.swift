package import Cards

extension CardWindow.Item {
    /// The rows above the card that its heading takes; the item of a folded group has no others.
    package var headingRows: Int { heading?.isFirst == true ? 1 : 0 }

    /// Whether it is a folded group. Cheaper than to compare the content.
    package var isFoldedGroup: Bool { if case .foldedGroup = content { true } else { false } }
}
