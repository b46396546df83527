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
}
