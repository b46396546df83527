extension StringProtocol {
    /// The text without white space at its start and end.
    package var withoutOuterWhitespace: String {
        let end = lastIndex { !$0.isWhitespace }
        return end.map { String(self[...$0].drop(while: \.isWhitespace)) } ?? ""
    }
}
