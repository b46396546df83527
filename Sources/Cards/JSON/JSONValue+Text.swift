extension JSONValue: CustomStringConvertible {
    /// JSON text on one line, see ``text(isPretty:)``.
    public var description: String { text() }
}

extension JSONObject: CustomStringConvertible {
    /// Encodes as JSON text, with members in their order. ASCII control characters are escaped, others are not:
    /// sanitise a card's text before showing it in a terminal.
    ///
    /// - Parameter isPretty: Whether members are on indented lines; there is no newline at the end. One line by
    ///   default.
    public func text(isPretty: Bool = false) -> String { JSONValue.object(self).text(isPretty: isPretty) }

    /// JSON text on one line, see ``text(isPretty:)``.
    public var description: String { text() }
}

extension JSONNumber: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    public init(integerLiteral value: Int) { self.init(value) }
    /// The number as the nearest double is written: `0.10` becomes `0.1`.
    public init(floatLiteral value: Double) { self.init(written: value) }
}
