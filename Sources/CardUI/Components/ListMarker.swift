internal import Canvas

/// The markers of list items.
enum ListMarker {
    /// "7.", right-aligned, so that the texts of all items are aligned.
    static func number(_ number: Int, width: Int) -> SafeText {
        let digits: SafeText = "\(number)."
        return SafeText.spaces(width - TextLayout.width(of: digits)) + digits
    }
}
