/// Text for the clipboard: what ``SafeText`` lets through, in lines and with its tabs, so that pasting it into a shell or an
/// editor does nothing but insert it.
package struct ClipboardText: Hashable, Sendable {
    /// Without control characters but line feeds and tabs, and without what hides or reorders text.
    package let string: String

    package init(_ raw: String) {
        string = raw.split(separator: "\t", omittingEmptySubsequences: false)
            .map { SafeText(String($0), lines: .multiple, limit: .max).string }
            .joined(separator: "\t")
    }
}

extension ClipboardText: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) { self.init(value) }
}
