import struct Foundation.Date

/// A card prepared for the rules of ``CardLint``: all its parts with JSON pointers. Tolerates invalid JSON values.
struct LintCard {
    let json: JSONValue
    let now: Date
    /// The width of a line of text in columns.
    let columns: @Sendable (String) -> Int
    private(set) var layouts: [Layout] = []
    /// The actions of all buttons and images.
    private(set) var actions: [Part] = []
    /// The texts that a user sees.
    private(set) var texts: [Text] = []

    /// The top level, a subview or a page.
    struct Layout {
        /// Nil for the top level and for pages.
        let subview: String?
        /// Nil for the top level and for subviews.
        var page: String?
        let pointer: String
        var components: [Part] = []
    }

    struct Part {
        let pointer: String
        let type: String
        let json: JSONValue
    }

    struct Text {
        let pointer: String
        let string: String
        /// The component's type, `button` or `subview`.
        let owner: String
        /// The member that contains it.
        let key: String
    }

    init(_ json: JSONValue, now: Date, columns: @escaping @Sendable (String) -> Int) {
        self.columns = columns
        self.json = json
        self.now = now
        for key in ["by", "button"] { addText(json["answered"]?[key], "answered", key, at: "/answered/\(key)") }
        add(json["content"], subview: nil, at: "/content")
        for (id, subview) in json["subviews"]?.object?.members ?? [] {
            let pointer = "/subviews" + CardProblem.pointerPart(id)
            addText(subview["title"], "subview", "title", at: "\(pointer)/title")
            add(subview["content"], subview: id, at: "\(pointer)/content")
        }
        for (name, page) in json["pages"]?.object?.members ?? [] {
            add(page, subview: nil, page: name, at: "/pages" + CardProblem.pointerPart(name))
        }
    }

    /// The components of these types in all layouts.
    func components(of types: Set<String>) -> [Part] {
        layouts.flatMap(\.components).filter { types.contains($0.type) }
    }

    var inputs: [Part] { components(of: Card.Input.types) }

    func actions(of type: String) -> [Part] { actions.filter { $0.type == type } }

    // MARK: Parsing

    private mutating func add(
        _ content: JSONValue?, subview: String?, page: String? = nil, at pointer: String
    ) {
        var layout = Layout(subview: subview, page: page, pointer: pointer)
        for (index, component) in (content?.array ?? []).enumerated() {
            let part = Part(
                pointer: "\(pointer)/\(index)", type: component["type"]?.string ?? "", json: component)
            layout.components.append(part)
            add(part)
        }
        layouts.append(layout)
    }

    private mutating func add(_ part: Part) {
        for key in ["text", "subText", "label", "placeholder", "description", "alternativeText"] {
            addText(part.json[key], part.type, key, at: "\(part.pointer)/\(key)")
        }
        addAction(part.json["action"], at: "\(part.pointer)/action")
        for (index, button) in (part.json["buttons"]?.array ?? []).enumerated() {
            addButton(button, at: "\(part.pointer)/buttons/\(index)")
        }
        addItems(part.json["items"], of: part.type, at: "\(part.pointer)/items")
    }

    private mutating func addButton(_ button: JSONValue, at pointer: String) {
        addText(button["text"], "button", "text", at: "\(pointer)/text")
        addAction(button["action"], at: "\(pointer)/action")
    }

    /// List items and choices are strings or objects; the images of a carousel are objects.
    private mutating func addItems(_ items: JSONValue?, of owner: String, at pointer: String) {
        for (index, item) in (items?.array ?? []).enumerated() {
            let place = "\(pointer)/\(index)"
            addText(item, owner, "item", at: place)
            for key in ["text", "label"] { addText(item[key], owner, "item", at: "\(place)/\(key)") }
            addItems(item["items"], of: owner, at: "\(place)/items")
            guard owner == "carousel" else { continue }
            for key in ["caption", "alternativeText"] { addText(item[key], owner, key, at: "\(place)/\(key)") }
            if let button = item["button"] { addButton(button, at: "\(place)/button") }
        }
    }

    private mutating func addText(_ json: JSONValue?, _ owner: String, _ key: String, at pointer: String) {
        guard let string = json?.string else { return }
        texts.append(Text(pointer: pointer, string: string, owner: owner, key: key))
    }

    /// An action may be just the name of its type.
    private mutating func addAction(_ action: JSONValue?, at pointer: String) {
        guard let action, let type = action.string ?? action["type"]?.string else { return }
        for key in ["confirm", "done"] { addText(action[key], type, key, at: "\(pointer)/\(key)") }
        actions.append(Part(pointer: pointer, type: type, json: action))
    }
}

extension String {
    /// Whether the text is invisible.
    var isBlank: Bool {
        unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint }
    }
}
