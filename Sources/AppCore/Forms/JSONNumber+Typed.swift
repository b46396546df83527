import Cards

extension JSONNumber {
    /// Parses a number as people type it: allows spaces around it, a decimal comma, `.5` and `+3`. Nil if the text is
    /// not a number, or if it has ``readings(of:)``.
    init?(typed text: String) {
        guard Self.readings(of: text).isEmpty else { return nil }
        var text = text.trimmed.replacing(",", with: ".")
        if text.hasPrefix("+") { text.removeFirst() }
        let isNegative = text.hasPrefix("-")
        if isNegative { text.removeFirst() }
        if text.hasPrefix(".") { text = "0" + text }
        if text.hasSuffix(".") { text.removeLast() }
        // JSON does not allow leading zeros, but users may type them.
        while text.count > 1, text.hasPrefix("0"), text.dropFirst().first?.isNumber == true { text.removeFirst() }
        self.init(literal: (isNegative ? "-" : "") + text)
    }

    /// The possible meanings of a text whose commas may separate thousands, each in an unambiguous form: `1000` and
    /// `1.0` for `1,000`. Empty if the text is unambiguous: a comma is not followed by exactly three digits, or only
    /// zeros precede the first comma.
    static func readings(of text: String) -> [String] {
        var text = text.trimmed
        let sign = text.hasPrefix("-") ? "-" : ""
        if let first = text.first, "+-".contains(first) { text.removeFirst() }
        let halves = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let groups = halves[0].split(separator: ",", omittingEmptySubsequences: false)
        guard groups.count > 1, groups[0].contains(where: { $0 != "0" }),
            groups.allSatisfy({ $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }),
            groups.dropFirst().allSatisfy({ $0.utf8.count == 3 })
        else { return [] }
        let whole = groups.joined() + (halves.count > 1 ? ".\(halves[1])" : "")
        guard groups.count == 2, halves.count == 1 else { return [sign + whole] }
        var decimal = "\(groups[0]).\(groups[1])"
        while decimal.hasSuffix("0"), !decimal.hasSuffix(".0") { decimal.removeLast() }
        return [sign + whole, sign + decimal]
    }
}
