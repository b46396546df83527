/// Why a text is not TOML, and where.
package struct TOMLError: Error, Equatable, Sendable, CustomStringConvertible {
    /// From 1.
    package let line: Int
    /// In characters (Unicode scalars), from 1.
    package let column: Int
    /// What is wrong and what was expected. Quotes names of keys but never values, which may be secret.
    package let message: String

    package var description: String { message }
}
