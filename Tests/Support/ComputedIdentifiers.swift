package import Cards

extension Identifier {
    /// An identifier from a text that a test computes. Traps if the text is not valid.
    package init(_ text: some StringProtocol) { self.init(stringLiteral: String(text)) }
}

// Lets tests write `CardID("c\(number)")`.
extension CardID: ExpressibleByStringInterpolation {}
extension StreamID: ExpressibleByStringInterpolation {}
extension ActionKey: ExpressibleByStringInterpolation {}
extension UserID: ExpressibleByStringInterpolation {}
