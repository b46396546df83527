extension StringProtocol {
    /// At most so many of its first Unicode scalars, which ``CardLimits`` count.
    package func prefix(scalars count: Int) -> String {
        String(String.UnicodeScalarView(unicodeScalars.prefix(count)))
    }
}
