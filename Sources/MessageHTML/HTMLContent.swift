package import Cards

/// The visible content of an HTML document, in its order: texts and images as components of a card, fields and buttons
/// by their purpose. Scripts and styles are left out, and nothing in it acts by itself.
package struct HTMLContent: Sendable, Hashable {
    /// A part of the document.
    package enum Part: Sendable, Hashable {
        /// A headline, a text, a list or an image.
        case component(Card.Component)
        case field(HTMLField)
        case button(HTMLButton)
    }

    /// Content that a card cannot show.
    package enum Omission: String, Sendable, Hashable, CaseIterable {
        case video, sound, frame, drawing, passwordField, fileField, link

        /// The number of omissions of this kind, in words.
        func text(_ count: Int) -> String {
            let (one, many) =
                switch self {
                case .video: ("a video", "videos")
                case .sound: ("a sound", "sounds")
                case .frame: ("an embedded page", "embedded pages")
                case .drawing: ("a drawing", "drawings")
                case .passwordField: ("a field for a password", "fields for passwords")
                case .fileField: ("a field for a file", "fields for files")
                case .link: ("a link that can't be opened here", "links that can't be opened here")
                }
            return count == 1 ? one : "\(count) \(many)"
        }
    }

    /// The parts from top to bottom.
    package internal(set) var parts: [Part] = []
    /// The number of omissions, by kind.
    package internal(set) var omitted: [Omission: Int] = [:]
    /// Whether the end of the document was left out, or all of it.
    package internal(set) var isCut = false

    /// Reads a document.
    ///
    /// - Parameter linksAreButtons: Whether links are buttons rather than part of the text. False by default.
    package init(_ html: String, linksAreButtons: Bool = false) {
        guard let events = HTMLEvent.read(html) else {
            isCut = true
            return
        }
        var reader = HTMLReader(linksAreButtons: linksAreButtons)
        for event in events { reader.read(event) }
        self = reader.finish()
        isCut = html.utf8.count > HTMLEvent.sizeLimit
    }

    init() {}

    /// A description of what is not shown; nil if everything is shown.
    package var omission: Card.Component? {
        var texts = Omission.allCases.compactMap { kind in omitted[kind].map { kind.text($0) } }
        if isCut { texts.append("parts that are too long or too deeply nested") }
        guard !texts.isEmpty else { return nil }
        return .text(Card.TextBlock(text: "Not shown: \(texts.joined(separator: ", "))", appearance: .tertiary))
    }

    /// The document for reading only: fields and buttons are described in words.
    package var readable: [Card.Component] {
        let components = parts.map { part -> Card.Component in
            switch part {
            case .component(let component): component
            case .field(let field): Self.words("Field: \(InlineText.escaped(field.label))")
            case .button(let button): Self.words("Button: \(InlineText.escaped(button.label))")
            }
        }
        let isForm = parts.contains { if case .component = $0 { false } else { true } }
        let note = isForm ? [Self.words("Fields and buttons of this page can't be used here")] : []
        return components + note + (omission.map { [$0] } ?? [])
    }

    private static func words(_ text: String) -> Card.Component {
        .text(Card.TextBlock(text: text, appearance: .tertiary))
    }
}

/// A field of a document.
package struct HTMLField: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case text(defaultValue: String, lines: Int)
        case number(defaultValue: String)
        case date(defaultValue: String)
        case toggle(isOn: Bool)
        /// A radio button. At most one button of a group is on.
        case radio(group: String, isOn: Bool)
        case choice([Choice], defaultValue: String?)
        /// A value that is not shown.
        case hidden(value: String)
    }

    package struct Choice: Sendable, Hashable {
        /// Empty for an entry that means "no choice".
        package var value: String
        /// The visible label; may be empty.
        package var label: String
    }

    /// The key by which the document identifies the field: its id, or else its name; empty for neither.
    package var key: String
    /// The visible label; never empty, and at most half as long as a label of a card.
    package var label: String
    package var placeholder: String?
    package var isRequired: Bool
    package var kind: Kind
}

/// A control of a document that users can press.
package struct HTMLButton: Sendable, Hashable {
    package enum Action: Sendable, Hashable {
        /// Opens an address.
        case link(String)
        /// Calls a function of the program that shows the document; nil stands for no value.
        case call(String, arguments: [String?])
        /// Nothing, because scripts are not run.
        case none
    }

    /// The visible label; never empty.
    package var label: String
    package var action: Action
}
