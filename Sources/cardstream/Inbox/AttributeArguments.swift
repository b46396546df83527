internal import AppRuntime
internal import CardStreamCordial
internal import Cards

/// Reads attributes of a contact from the command line.
enum AttributeArguments {
    /// Reads NAME=VALUE and NAME:=JSON.
    ///
    /// - Throws: ``CommandFailure`` for a name or a value that the service does not accept.
    static func read(_ words: [String]) throws(CommandFailure) -> [String: AttributeValue] {
        var values: [String: AttributeValue] = [:]
        for word in words {
            guard let equals = word.firstIndex(of: "="), equals != word.startIndex else {
                throw CommandFailure(
                    .usage, "\"\(word.escapingControls)\" is not an attribute; expected NAME=VALUE or NAME:=JSON")
            }
            var name = word[..<equals]
            let text = String(word[word.index(after: equals)...])
            var value = AttributeValue.text(text)
            if name.hasSuffix(":") {
                name.removeLast()
                value = try json(text, of: String(name))
            }
            guard CordialContact.isAttributeName(String(name)) else {
                throw CommandFailure(
                    .usage,
                    "\"\(String(name).escapingControls)\" is not the name of an attribute; expected a name without "
                        + "blanks, such as name or address.city")
            }
            guard values.updateValue(value, forKey: String(name)) == nil else {
                throw CommandFailure(.usage, "the attribute \"\(String(name).escapingControls)\" is given twice")
            }
        }
        return values
    }

    private static func json(_ text: String, of name: String) throws(CommandFailure) -> AttributeValue {
        // The parser's reason does not matter: the message names the attribute and what is expected.
        switch try? JSONParser.parse(text) {
        case .null: return .text(nil)
        case .bool(let bool): return .bool(bool)
        case .number(let number): return .number(number)
        case .string(let text): return .text(text)
        case .array(let elements) where elements.allSatisfy({ $0.string != nil }):
            return .list(elements.compactMap(\.string))
        case .object(let object):
            guard let place = ContactPlace(object) else { break }
            return .place(place)
        case .array, nil: break
        }
        throw CommandFailure(
            .usage,
            "\(name.escapingControls): \"\(text.escapingControls)\" cannot be a value; expected a number, true, false, null, a "
                + "list of strings in quotes, or an address (an object with \(ContactPlace.members.joined(separator: ", ")))"
        )
    }
}

extension ContactPlace {
    /// The members of an address, by their names at the service.
    fileprivate static let members = [
        "city", "country", "postal_code", "state", "street_address", "street_address2", "tz",
    ]

    /// Nil for an object with other members, or with values that are not strings.
    fileprivate init?(_ json: JSONObject) {
        self.init()
        for (name, value) in json.members {
            guard let text = value.string else { return nil }
            switch name {
            case "city": city = text
            case "country": country = text
            case "postal_code": postalCode = text
            case "state": state = text
            case "street_address": streetAddress = text
            case "street_address2": streetAddress2 = text
            case "tz": timeZone = text
            default: return nil
            }
        }
    }
}
