/// Replaces the links of a Markdown text with numbers, and lists their addresses below the text, because an address can
/// be much longer than a line.
enum NumberedLinks {
    /// `[the offer](<https://shop.example>)` becomes `the offer [1]`. Equal addresses have the same number.
    static func plain(_ markdown: String) -> String {
        var addresses: [String] = []
        let text = markdown.replacing(#/\[((?:\\.|[^\]\\\n])*)\]\(<([^>\n]*)>\)/#) { link in
            let address = String(link.2)
            let number = addresses.firstIndex(of: address) ?? addresses.count
            if number == addresses.count { addresses.append(address) }
            return "\(link.1) [\(number + 1)]"
        }
        guard !addresses.isEmpty else { return markdown }
        let list = addresses.enumerated().map { "[\($0 + 1)] \($1)" }.joined(separator: "\n")
        return text + "\n\n" + list
    }
}
