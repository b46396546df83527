extension Card {
    /// A placeholder for further content of the view. The page replaces it once it is loaded.
    public struct LoadMore: Hashable, Sendable {
        /// An identifier for programs, unique within the card; nil if the author set none.
        public var id: String?
        /// The label, which may contain runtime variables.
        public var text: String
        /// The name of the page, unique within the card. It identifies the page's content: a page that a user has
        /// loaded stays for as long as later versions of the card contain its name.
        public var page: String
        /// Whether the page is loaded as soon as the user opens the subview that contains this component, without a
        /// press. False by default; without effect in the card's own content.
        public var loadsOnOpen: Bool
        /// Members that this version does not know; preserved when the card is written.
        public var unknown: JSONObject

        /// Creates an instance with these properties.
        public init(
            id: String? = nil, text: String, page: String, loadsOnOpen: Bool = false, unknown: JSONObject = [:]
        ) {
            self.id = id
            self.text = text
            self.page = page
            self.loadsOnOpen = loadsOnOpen
            self.unknown = unknown
        }
    }
}

extension Card.LoadMore: JSONConvertible {
    public init(json: JSONValue) throws(CardProblem) {
        var fields = try FieldReader(json)
        _ = fields.string("type")
        self.init(
            id: fields.string("id"), text: try fields.requireString("text"), page: try fields.requireString("page"),
            loadsOnOpen: fields.bool("onOpen") ?? false)
        unknown = fields.unknown
    }

    public var json: JSONValue {
        var object: JSONObject = ["type": "loadMore"]
        object.set("id", id)
        object["text"] = .string(text)
        object["page"] = .string(page)
        if loadsOnOpen { object["onOpen"] = true }
        return object.including(unknown)
    }
}
