/// Why a text is not TOML, and where.
package struct TOMLError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    package let line: Int
    /// The column in characters (Unicode scalars), from 1.
    package let column: Int
    /// The mistake and what was expected. Quotes names of keys but never values, which may be secret.
    package let message: String

    package var description: String { message }
}
