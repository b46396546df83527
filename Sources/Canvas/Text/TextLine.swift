/// One laid-out line of a longer text.
package struct TextLine: Hashable, Sendable {
    /// What to paint, without the indent and without the spaces the break swallowed.
    package let text: SafeText
    /// Columns to leave free before the text.
    package let indent: Int
    /// Columns of the text alone.
    package let width: Int
    /// Where the text lies in the UTF-8 view of the source, to map styles of parts onto lines.
    package let source: Range<Int>

    package init(text: SafeText, indent: Int, width: Int, source: Range<Int>) {
        self.text = text
        self.indent = indent
        self.width = width
        self.source = source
    }
}
