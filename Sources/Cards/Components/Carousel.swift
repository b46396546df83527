extension Card {
    /// Pictures beside each other, as many as there is room for, each with a caption and a button. The reader moves through them.
    public struct Carousel: Hashable, Sendable {
        /// An identifier for programs, unique within the card; nil if the author set none.
        public var id: String?
        /// The pictures in order.
        public var items: [Item]
        /// The height of the pictures; medium by default.
        public var height: Card.Media.Height
        /// Members that this version does not know; preserved when the card is written.
        public var unknown: JSONObject

        /// A picture with what belongs to it.
        public struct Item: Hashable, Sendable {
            /// The address of the picture.
            public var url: String
            /// Plain text below the picture, which may contain runtime variables; nil for none.
            public var caption: String?
            /// What the picture shows, for those who do not see it; nil if the caption says it.
            public var alternativeText: String?
            /// What can be done about it; nil for a picture that is only looked at.
            public var button: Card.Button?
            /// Members that this version does not know; preserved when the card is written.
            public var unknown: JSONObject

            /// Creates an instance with these properties.
            public init(
                url: String, caption: String? = nil, alternativeText: String? = nil, button: Card.Button? = nil,
                unknown: JSONObject = [:]
            ) {
                self.url = url
                self.caption = caption
                self.alternativeText = alternativeText
                self.button = button
                self.unknown = unknown
            }

            /// What stands for the picture where it cannot be shown.
            package var words: String { [alternativeText, caption].compactMap(\.self).first { !$0.isEmpty } ?? url }
        }

        /// Creates an instance with these properties.
        public init(id: String? = nil, items: [Item], height: Card.Media.Height = .medium, unknown: JSONObject = [:]) {
            self.id = id
            self.items = items
            self.height = height
            self.unknown = unknown
        }
    }
}

extension Card.Carousel: JSONConvertible {
    public init(json: JSONValue) throws(CardProblem) {
        var fields = try FieldReader(json)
        _ = fields.string("type")
        // One picture that cannot be read makes the whole component unknown; validation reports it to the publisher.
        guard let items = fields.list("items", { try? Item(json: $0) }) else {
            throw fields.problem("items", "an array of images")
        }
        self.init(id: fields.string("id"), items: items, height: fields.choice("height") ?? .medium)
        unknown = fields.unknown
    }

    public var json: JSONValue {
        var object: JSONObject = ["type": "carousel"]
        object.set("id", id)
        object["items"] = .array(items.map(\.json))
        object.set("height", height, unless: .medium)
        return object.including(unknown)
    }
}

extension Card.Carousel.Item: JSONConvertible {
    public init(json: JSONValue) throws(CardProblem) {
        var fields = try FieldReader(json)
        self.init(
            url: try fields.requireString("url"), caption: fields.string("caption"),
            alternativeText: fields.string("alternativeText"), button: fields.value("button"))
        unknown = fields.unknown
    }

    public var json: JSONValue {
        var object: JSONObject = ["url": .string(url)]
        object.set("caption", caption)
        object.set("alternativeText", alternativeText)
        object.set("button", button?.json)
        return object.including(unknown)
    }
}
