package import Cards

extension LinkAddress {
    /// Replaces spaces, which addresses cannot contain, and characters that end an address in Markdown, with percent
    /// escapes.
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

    /// The address of a link in the form for a card; nil if it must not be opened.
    package static func ofLink(_ address: String) -> String? {
        guard problem(address) == nil, case let escaped = escaped(address), problem(escaped) == nil else { return nil }
        return escaped
    }

    /// The address of a picture in the form for a card; nil if it must not be loaded.
    package static func ofPicture(_ address: String) -> String? {
        ofLink(address).flatMap { $0.lowercased().hasPrefix("http") ? $0 : nil }
    }
}
