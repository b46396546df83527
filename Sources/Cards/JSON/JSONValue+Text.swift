extension JSONValue: CustomStringConvertible {
    /// As JSON text on one line, as ``text(isPretty:)`` gives it.
    public var description: String { text() }
}

extension JSONObject: CustomStringConvertible {
    /// As JSON text, members in their order. Control characters are escaped, but for those beyond ASCII: text of a card's is not
    /// for a terminal as it is.
    ///
    /// - Parameter isPretty: On lines of their own, indented; without a newline at the end. One line by default.
    public func text(isPretty: Bool = false) -> String { JSONValue.object(self).text(isPretty: isPretty) }

    /// As JSON text on one line, as ``text(isPretty:)`` gives it.
    public var description: String { text() }
}

extension JSONNumber: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    public init(integerLiteral value: Int) { self.init(value) }
    /// As the nearest number of 64 bits is written: `0.10` is `0.1`.
    public init(floatLiteral value: Double) { self.init(written: value) }
}
