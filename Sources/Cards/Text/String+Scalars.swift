extension StringProtocol {
    /// The first `count` Unicode scalars, or all of them if there are fewer. ``CardLimits`` are in Unicode scalars.
    package func prefix(scalars count: Int) -> String {
        String(String.UnicodeScalarView(unicodeScalars.prefix(count)))
    }
}
