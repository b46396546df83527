/// Why a text is not TOML, and where.
package struct TOMLError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Counted from 1.
    package let line: Int
    /// Counted from 1, in characters (Unicode scalars).
    package let column: Int
    /// What is wrong and what is expected. Quotes names of keys, never a value: that may be a secret.
    package let message: String

    package var description: String { message }
}
