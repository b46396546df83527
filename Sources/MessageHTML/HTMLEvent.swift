internal import CHTML

/// An event of the parser, in the order of the document: the start of an element, the end of one, or text.
enum HTMLEvent: Hashable, Sendable {
    case open(HTMLTag)
    case text(String)
    case close

    /// The maximum number of bytes that are read of a document.
    static let sizeLimit = 262_144
    /// The maximum memory of the parser, in bytes: some documents make it copy elements again and again.
    private static let memoryLimit = 64 << 20

    /// Reads a document. Invalid HTML is read as in browsers, so there are no syntax errors.
    ///
    /// - Returns: Nil for a document that takes too much memory or time.
    static func read(_ html: String) -> [HTMLEvent]? {
        guard Nesting.isShallow(html.utf8.prefix(sizeLimit)) else { return nil }
        let events = Reading()
        var html = html
        let isRead = html.withUTF8 { bytes in
            var reader = chtml_reader(
                context: Unmanaged.passUnretained(events).toOpaque(),
                open: { context, name in Reading.of(context)?.events.append(.open(HTMLTag(String(cString: name)))) },
                attribute: { context, name, value in
                    Reading.of(context)?.add(String(cString: name), String(cString: value))
                },
                text: { context, text in Reading.of(context)?.events.append(.text(String(cString: text))) },
                close: { context in Reading.of(context)?.events.append(.close) })
            return bytes.withMemoryRebound(to: CChar.self) { text in
                text.baseAddress.map { chtml_read($0, min(text.count, sizeLimit), memoryLimit, &reader) } ?? true
            }
        }
        return isRead ? events.events : nil
    }

    /// Collects the events of a document.
    private final class Reading {
        var events: [HTMLEvent] = []

        static func of(_ context: UnsafeMutableRawPointer?) -> Reading? {
            context.map { Unmanaged<Reading>.fromOpaque($0).takeUnretainedValue() }
        }

        func add(_ name: String, _ value: String) {
            guard HTMLTag.known.contains(name), case .open(var tag)? = events.popLast() else { return }
            tag.attributes[name] = value
            events.append(.open(tag))
        }
    }
}

/// The start tag of an element.
struct HTMLTag: Hashable, Sendable {
    /// The name in lower case; empty for an unknown element.
    var name: String
    var attributes: [String: String] = [:]

    /// The attributes that are read.
    static let known: Set<String> = [
        "alt", "aria-label", "checked", "for", "height", "hidden", "href", "id", "max", "maxlength", "min", "name",
        "onclick", "placeholder", "required", "selected", "src", "start", "style", "title", "type", "value", "width",
    ]

    init(_ name: String, _ attributes: [String: String] = [:]) {
        self.name = name
        self.attributes = attributes
    }

    /// An attribute without white space around it; nil for none, and for an empty one.
    subscript(_ attribute: String) -> String? {
        guard let value = attributes[attribute]?.trimmed, !value.isEmpty else { return nil }
        return value
    }

    func has(_ attribute: String) -> Bool { attributes[attribute] != nil }

    /// Whether the element is hidden, according to its own attributes.
    var isHidden: Bool {
        if has("hidden") { return true }
        guard let style = attributes["style"]?.lowercased().filter({ !$0.isWhitespace }) else { return false }
        return style.contains("display:none") || style.contains("visibility:hidden")
    }

    /// Whether an image is a tracking pixel: at most 2 pixels wide or high.
    var isTrackingPixel: Bool {
        ["width", "height"].contains { name in
            attributes[name].flatMap { Int($0.prefix { $0.isNumber }) }.map { $0 <= 2 } ?? false
        }
    }
}

extension String {
    /// The text without white space at both ends.
    var trimmed: String { String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()) }

    /// The text with one space in place of each run of white space.
    var collapsed: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
