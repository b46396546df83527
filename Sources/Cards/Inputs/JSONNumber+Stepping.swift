extension JSONNumber {
    /// One step up (1) or down (-1) within bounds. Decimals stay exact: three steps of 0.1 from 0 make 0.3.
    func stepped(_ direction: Int, by step: JSONNumber, from minimum: JSONNumber, to maximum: JSONNumber) -> JSONNumber
    {
        let next = sum(adding: step, times: direction)
        if next.isLess(than: minimum) { return minimum }
        if maximum.isLess(than: next) { return maximum }
        return next
    }

    /// Whether steps from `start` lead to this number, within the bounds.
    package func isReached(
        from start: JSONNumber, by step: JSONNumber, from minimum: JSONNumber, to maximum: JSONNumber
    ) -> Bool {
        guard !isLess(than: minimum), !maximum.isLess(than: self) else { return false }
        let direction = isLess(than: start) ? -1 : 1
        var number = start
        for _ in 0..<Self.maxSteps where direction > 0 ? number.isLess(than: self) : isLess(than: number) {
            number = number.stepped(direction, by: step, from: minimum, to: maximum)
        }
        return number.isSameValue(as: self)
    }

    /// The maximum number of steps to try. A person does not press a key more often.
    private static let maxSteps = 10_000

    private func sum(adding step: JSONNumber, times: Int) -> JSONNumber {
        let digits = max(fractionDigits ?? -1, step.fractionDigits ?? -1)
        guard fractionDigits != nil, step.fractionDigits != nil, let left = scaled(to: digits),
            let right = step.scaled(to: digits),
            case let (product, overflow) = right.multipliedReportingOverflow(by: times),
            !overflow, case let (sum, sumOverflow) = left.addingReportingOverflow(product), !sumOverflow
        else {
            let sum = double + step.double * Double(times)
            return JSONNumber(sum) ?? self
        }
        return JSONNumber(literal: Self.text(of: sum, fractionDigits: digits)) ?? self
    }

    /// Digits after the point; nil for a literal with an exponent.
    private var fractionDigits: Int? {
        guard !literal.contains(where: { $0 == "e" || $0 == "E" }) else { return nil }
        guard let point = literal.firstIndex(of: ".") else { return 0 }
        return literal.distance(from: point, to: literal.endIndex) - 1
    }

    /// The value times ten to the power of `digits`; nil if it does not fit into an `Int`.
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
