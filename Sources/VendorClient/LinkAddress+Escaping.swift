package import Cards

extension LinkAddress {
    /// An address with percent escapes for blanks, which no address may have, and for what would end it in Markdown.
    package static func escaped(_ address: String) -> String {
        address.reduce(into: "") { result, character in
            switch character {
            case "<": result += "%3C"
            case ">": result += "%3E"
            case "\\": result += "%5C"
            case _ where character.isWhitespace: result += "%20"
            default: result.append(character)
            }
        }
    }

    /// The address of a link as a card has it; nil for one that is not opened.
    package static func ofLink(_ address: String) -> String? {
        guard problem(address) == nil, case let escaped = escaped(address), problem(escaped) == nil else { return nil }
        return escaped
    }

    /// The address of a picture as a card has it; nil for one that is not loaded.
    package static func ofPicture(_ address: String) -> String? {
        ofLink(address).flatMap { $0.lowercased().hasPrefix("http") ? $0 : nil }
    }
}
