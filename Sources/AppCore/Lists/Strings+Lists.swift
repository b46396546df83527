extension Strings {
    /// Texts for lists.
    package enum Lists {
        package static let onlyVertical = "Only a vertical container can show its cards as a list"
        package static let sending = "sending"
        package static let refused = "refused"
        /// The hint for the key that opens a card.
        static let open = "open"
        /// The hint for the key that goes back to the rows.
        static let back = "list"
    }
}
