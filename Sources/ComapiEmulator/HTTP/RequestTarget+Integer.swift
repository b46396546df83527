import EmulatorHTTP

extension RequestTarget {
    /// - Throws: 400 unless the value is a whole number in the range. Nil if there is no such item.
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
