/// One laid-out line of a longer text.
package struct TextLine: Hashable, Sendable {
    /// The text to paint, without the indent and without spaces at the break.
    package let text: SafeText
    /// Columns to leave blank before the text.
    package let indent: Int
    /// Columns of the text alone.
    package let width: Int
    /// The range of the text in the UTF-8 view of the source, to map styles onto lines.
    package let source: Range<Int>

    package init(text: SafeText, indent: Int, width: Int, source: Range<Int>) {
        self.text = text
        self.indent = indent
        self.width = width
        self.source = source
    }
}
