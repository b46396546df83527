import Support

extension SeededGenerator {
    /// A number from 0 to `count` - 1.
    mutating func pick(_ count: Int) -> Int { Int(next() % UInt64(count)) }

    mutating func pick<Value>(from values: [Value]) -> Value { values[pick(values.count)] }

    mutating func number(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * Double(next() >> 11) * 0x1p-53
    }

    mutating func chance(_ probability: Double) -> Bool { number(0...1) < probability }
}
