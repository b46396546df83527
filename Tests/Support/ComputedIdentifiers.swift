package import Cards

extension Identifier {
    /// An identifier from a text that a test computes. Traps where the text is none.
    package init(_ text: some StringProtocol) { self.init(stringLiteral: String(text)) }
}

// So that tests can write `CardID("c\(number)")`.
extension CardID: ExpressibleByStringInterpolation {}
extension StreamID: ExpressibleByStringInterpolation {}
extension ActionKey: ExpressibleByStringInterpolation {}
extension UserID: ExpressibleByStringInterpolation {}
