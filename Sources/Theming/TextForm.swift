/// Transformations of a text before line breaking.
package struct TextForm: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let capitals = TextForm(rawValue: 1)
    /// One space between letters, three between words.
    package static let spaced = TextForm(rawValue: 2)
    /// Twice the size in both directions if the terminal supports it; otherwise capitals with spaces.
    package static let large = TextForm(rawValue: 4)
}
