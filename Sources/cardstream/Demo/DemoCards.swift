internal import Cards

/// The cards of the demo, from the JSON files in the folder of this file.
///
/// Each entry contains a `card`. `later` means that it is published while the demo runs, and `startsSnoozedFor` that
/// the user snoozed it this many seconds before its return. `{{number}}` in a later card is replaced by a running
/// number.
struct DemoCards {
    var first: [Entry] = []
    var later: [Entry] = []

    struct Entry {
        var card: JSONValue
        /// The card's stream; nil for the configured stream.
        var stream: StreamID?
        /// The duration of the snooze in seconds; nil if the card is not snoozed.
        var startsSnoozedFor: Double?
    }

    /// A kind of demo.
    enum Edition: String {
        /// A realistic stream that continues while the demo runs: `demo-cards.json`.
        case living
        /// All elements, inputs and actions in all states: `gallery-cards.json`.
        case gallery
        /// Cards for additional streams, which only some screens show: `screens-cards.json`.
        case screens
    }

    /// - Throws: `JSONError` if the embedded file is damaged. A test ensures that it is not.
    init(_ edition: Edition) throws(JSONError) {
        let file =
            switch edition {
            case .living: PackageResources.demo_cards_json
            case .gallery: PackageResources.gallery_cards_json
            case .screens: PackageResources.screens_cards_json
            }
        for entry in try JSONParser.parse(file).array ?? [] {
            guard let members = entry.object, let card = members["card"] else { continue }
            let parsed = Entry(
                card: card, stream: members["stream"]?.string.flatMap { StreamID($0) },
                startsSnoozedFor: members["startsSnoozedFor"]?.number?.double)
            if members["later"]?.bool == true { later.append(parsed) } else { first.append(parsed) }
        }
    }

    /// The later card with this index. The cards repeat cyclically.
    func laterCard(_ index: Int) -> JSONValue {
        later[index % later.count].card.replacing("{{number}}", with: String(4_180 + index * 7))
    }
}

extension JSONValue {
    /// The value with a placeholder replaced in all its strings.
    fileprivate func replacing(_ placeholder: String, with text: String) -> JSONValue {
        switch self {
        case .string(let string): return .string(string.replacing(placeholder, with: text))
        case .array(let values): return .array(values.map { $0.replacing(placeholder, with: text) })
        case .object(var object):
            for (key, value) in object.members { object[key] = value.replacing(placeholder, with: text) }
            return .object(object)
        case .null, .bool, .number: return self
        }
    }
}
