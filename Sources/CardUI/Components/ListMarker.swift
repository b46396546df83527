internal import Canvas

/// What stands before a list's items.
enum ListMarker {
    /// "7.", with spaces before it so that the texts of all items stand under each other.
    static func number(_ number: Int, width: Int) -> SafeText {
        let digits: SafeText = "\(number)."
        return SafeText.spaces(width - TextLayout.width(of: digits)) + digits
    }
}
