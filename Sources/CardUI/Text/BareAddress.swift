internal import Cards

/// Finds addresses in text that is not marked as a link.
enum BareAddress {
    /// Characters at the end of an address that belong to the sentence around it.
    private static let punctuation: Set<Character> = [".", ",", ":", ";", "!", "?", "*", "_", "~", "'", "\"", "]"]

    /// The first `http` or `https` address in a text, by the rules of GitHub's autolinks (GFM 6.9); nil if there is
    /// none that the viewer would open.
    static func first(in text: Substring) -> Substring? {
        var rest = text
        while let separator = rest.firstRange(of: "://") {
            let before = rest[..<separator.lowerBound]
            rest = rest[separator.upperBound...]
            let end = before.suffix(5).lowercased()
            guard let scheme = ["https", "http"].first(where: end.hasSuffix) else { continue }
            let start = text.index(separator.lowerBound, offsetBy: -scheme.count)
            // A scheme at the end of a word is part of the word.
            if start > text.startIndex, text[text.index(before: start)].isLetter { continue }
            let address = trimmed(text[start...].prefix { !$0.isWhitespace && $0 != "<" })
            if LinkAddress.problem(String(address)) == nil { return address }
        }
        return nil
    }

    /// Without punctuation and closing parentheses of the sentence.
    private static func trimmed(_ address: Substring) -> Substring {
        var address = address
        while let last = address.last {
            let isUnbalanced = last == ")" && address.count { $0 == ")" } > address.count { $0 == "(" }
            guard isUnbalanced || punctuation.contains(last) else { break }
            address.removeLast()
        }
        return address
    }
}
