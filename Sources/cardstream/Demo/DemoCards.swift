internal import Cards

/// The cards of a demonstration, from the files beside this one.
///
/// Each entry holds a `card`; `later` says that it comes while the demonstration runs, and `startsSnoozedFor` that the
/// user snoozed it so many seconds before it returns. `{{number}}` in a later card becomes a running number.
struct DemoCards {
    var first: [Entry] = []
    var later: [Entry] = []

    struct Entry {
        var card: JSONValue
        /// Nil: the stream that the viewer is set to.
        var stream: StreamID?
        /// In seconds.
        var startsSnoozedFor: Double?
    }

    /// Which demonstration.
    enum Edition: String {
        /// A stream as at work, that goes on while one watches: `demo-cards.json`.
        case living
        /// Every element, input and action in every state, and nothing else: `gallery-cards.json`.
        case gallery
        /// Few cards for the streams beside that, which only some screens show: `screens-cards.json`.
        case screens
    }

    /// - Throws: `JSONError` when the embedded file is damaged, which a test rules out.
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

    /// The later card that comes as the `index`-th, around and around.
    func laterCard(_ index: Int) -> JSONValue {
        later[index % later.count].card.replacing("{{number}}", with: String(4_180 + index * 7))
    }
}

extension JSONValue {
    /// The same value with a placeholder replaced in every text of it.
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
