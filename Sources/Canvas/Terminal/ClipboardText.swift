/// Sanitised text for the clipboard: lines and tabs are kept, and everything that ``SafeText`` removes is removed, so
/// that pasting into a shell or an editor only inserts text.
package struct ClipboardText: Hashable, Sendable {
    /// Contains no control characters but line feeds and tabs, and nothing that hides or reorders text.
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
