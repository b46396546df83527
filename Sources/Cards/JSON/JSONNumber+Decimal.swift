extension JSONNumber {
    /// Nil unless the text is a number by the grammar of RFC 8259.
    public init?(literal: String) {
        let bytes = Array(literal.utf8)
        let isNumber = bytes.withUnsafeBufferPointer { buffer in
            var reader = JSONReader(buffer, depthLimit: 1)
            // The error carries no further information.
            guard let range = try? reader.scanNumber() else { return false }
            return range.upperBound == bytes.count
        }
        guard isNumber else { return nil }
        self.init(validLiteral: literal)
    }

    /// Whether the value is exactly less than another: `0.1` is not less than `0.10`, and digits beyond the precision
    /// of a double count.
    public func isLess(than other: JSONNumber) -> Bool { Decimal(self) < Decimal(other) }

    /// Whether both represent the same value, however they are written.
    public func isSameValue(as other: JSONNumber) -> Bool { !isLess(than: other) && !other.isLess(than: self) }

    /// A number split into sign, digits without leading and trailing zeros, and the power of ten of the first digit.
    private struct Decimal {
        var isNegative: Bool
        var digits: [UInt8] = []
        var exponent = 0

        init(_ number: JSONNumber) {
            var text = Substring(number.literal)
            isNegative = text.first == "-"
            if isNegative { text.removeFirst() }
            if let mark = text.firstIndex(where: { $0 == "e" || $0 == "E" }) {
                let power = text[text.index(after: mark)...]
                // No literal of reasonable length has an exponent as large as this.
                let outOfRange = 1 << 40
                exponent = max(
                    -outOfRange, min(outOfRange, Int(power) ?? (power.first == "-" ? -outOfRange : outOfRange)))
                text = text[..<mark]
            }
            let whole = text.prefix { $0 != "." }
            exponent += whole.utf8.count
            digits = text.utf8.filter { $0 != .point }
            let leading = digits.prefix { $0 == .zero }.count
            digits.removeFirst(leading)
            exponent -= leading
            while digits.last == .zero { digits.removeLast() }
            if digits.isEmpty {
                isNegative = false
                exponent = 0
            }
        }

        static func < (left: Decimal, right: Decimal) -> Bool {
            if left.isNegative != right.isNegative { return left.isNegative }
            let (small, large) = left.isNegative ? (right, left) : (left, right)
            if small.digits.isEmpty || large.digits.isEmpty { return small.digits.isEmpty && !large.digits.isEmpty }
            if small.exponent != large.exponent { return small.exponent < large.exponent }
            return small.digits.lexicographicallyPrecedes(large.digits)
        }
    }
}
