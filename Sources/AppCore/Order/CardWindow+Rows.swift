package import Cards

extension CardWindow.Item {
    /// The rows that the group heading above the card takes. A folded group consists of its heading only.
    package var headingRows: Int { heading?.isFirst == true ? 1 : 0 }

    /// Whether the item is a folded group. Cheaper than comparing the content.
    package var isFoldedGroup: Bool { if case .foldedGroup = content { true } else { false } }
}
