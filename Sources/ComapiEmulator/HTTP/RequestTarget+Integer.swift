import EmulatorHTTP

extension RequestTarget {
    /// Returns the integer value of a query item; nil if the query does not have it.
    ///
    /// - Throws: 400 if the value is not a whole number in the range.
    func integer(_ name: String, in range: ClosedRange<Int>) throws(EmulatorRefusal) -> Int? {
        guard let text = self[name] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            let bounds =
                range.upperBound == .max
                ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
            throw .invalid(name, "must be a whole number \(bounds)")
        }
        return number
    }
}
