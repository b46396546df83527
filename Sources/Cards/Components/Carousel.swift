extension Card {
    /// A row of images, each with a caption and a button. It shows as many as there is room for, and the user scrolls
    /// through them.
    public struct Carousel: Hashable, Sendable {
        /// An identifier for programs, unique within the card; nil if the author set none.
        public var id: String?
        /// The images in order.
        public var items: [Item]
        /// The height of the images; medium by default.
        public var height: Card.Media.Height
        /// Members that this version does not know; preserved when the card is written.
        public var unknown: JSONObject

        /// An image with its caption and its button.
        public struct Item: Hashable, Sendable {
            /// The address of the image.
            public var url: String
            /// Plain text below the image, which may contain runtime variables; nil for none.
            public var caption: String?
            /// A description of the image, for people who cannot see it; nil if the caption describes it.
            public var alternativeText: String?
            /// A button below the image; nil for none.
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

            /// The text that replaces the image where it cannot be shown: the alternative text, the caption, or the
            /// address.
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
        // One image that cannot be read makes the whole component unknown; validation reports it to the publisher.
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
