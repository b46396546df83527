import Cards

extension JSONNumber {
    /// A number as people type it: spaces around it, a comma for the point, `.5` and `+3` will do.
    init?(typed text: String) {
        var text = text.trimmed.replacing(",", with: ".")
        if text.hasPrefix("+") { text.removeFirst() }
        let isNegative = text.hasPrefix("-")
        if isNegative { text.removeFirst() }
        if text.hasPrefix(".") { text = "0" + text }
        if text.hasSuffix(".") { text.removeLast() }
        // JSON forbids zeros in front, people do not.
        while text.count > 1, text.hasPrefix("0"), text.dropFirst().first?.isNumber == true { text.removeFirst() }
        self.init(literal: (isNegative ? "-" : "") + text)
    }

    /// One step up (1) or down (-1) within bounds. Decimals stay exact: three steps of 0.1 from 0 make 0.3.
    func stepped(_ direction: Int, by step: JSONNumber, from minimum: JSONNumber, to maximum: JSONNumber) -> JSONNumber
    {
        let next = sum(adding: step, times: direction)
        if next.isLess(than: minimum) { return minimum }
        if maximum.isLess(than: next) { return maximum }
        return next
    }

    private func sum(adding step: JSONNumber, times: Int) -> JSONNumber {
        let digits = max(fractionDigits ?? -1, step.fractionDigits ?? -1)
        guard fractionDigits != nil, step.fractionDigits != nil, let left = scaled(to: digits),
            let right = step.scaled(to: digits),
            case let (product, overflow) = right.multipliedReportingOverflow(by: times),
            !overflow, case let (sum, sumOverflow) = left.addingReportingOverflow(product), !sumOverflow
        else {
            let sum = double + step.double * Double(times)
            return sum.isFinite ? JSONNumber(sum) : self
        }
        return JSONNumber(literal: Self.text(of: sum, fractionDigits: digits)) ?? self
    }

    /// Digits after the point; nil for a literal with an exponent.
    private var fractionDigits: Int? {
        guard !literal.contains(where: { $0 == "e" || $0 == "E" }) else { return nil }
        guard let point = literal.firstIndex(of: ".") else { return 0 }
        return literal.distance(from: point, to: literal.endIndex) - 1
    }

    /// The value times ten to the power of `digits`; nil when that is no `Int`.
    private func scaled(to digits: Int) -> Int? {
        guard let own = fractionDigits, own <= digits else { return nil }
        return Int(literal.filter { $0 != "." } + String(repeating: "0", count: digits - own))
    }

    private static func text(of scaled: Int, fractionDigits: Int) -> String {
        guard fractionDigits > 0 else { return String(scaled) }
        var digits = String(scaled.magnitude)
        digits = String(repeating: "0", count: max(0, fractionDigits + 1 - digits.count)) + digits
        let point = digits.index(digits.endIndex, offsetBy: -fractionDigits)
        var fraction = digits[point...]
        while fraction.last == "0" { fraction.removeLast() }
        return (scaled < 0 ? "-" : "") + digits[..<point] + (fraction.isEmpty ? "" : "." + fraction)
    }
}
