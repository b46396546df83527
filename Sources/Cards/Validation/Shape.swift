import struct Foundation.Date

/// The allowed JSON at one place of a card. ``CardShapes`` describes the card format once; validation and the JSON
/// Schema are both derived from it and stay consistent.
indirect enum Shape: Sendable {
    /// A string with its length in Unicode scalars, as JSON Schema counts them.
    case text(ClosedRange<Int>, format: TextFormat? = nil)
    /// A whole number of seconds, or a duration as text.
    case duration(ClosedRange<Int>, format: TextFormat)
    case choice([String])
    case integer(ClosedRange<Int>)
    case number
    case bool
    /// Any object; its content is not checked.
    case anyObject
    case list(Shape, count: ClosedRange<Int>)
    /// An object with arbitrary keys.
    case map(Shape, count: ClosedRange<Int>)
    case object([Field])
    /// Alternatives with different JSON types.
    case either([Shape])
    /// Objects distinguished by the member `tag`. With `allowsOthers`, objects with an unknown tag are accepted
    /// unchecked.
    case tagged(tag: String, [Variant], allowsOthers: Bool)
    /// A shape by its name in ``CardShapes/definitions``.
    case named(String)

    struct Field: Sendable {
        var name: String
        var shape: Shape
        var isRequired: Bool
        /// A description for authors of cards; part of the schema.
        var about: String
    }

    struct Variant: Sendable {
        var tag: String
        var fields: [Field]
        var about: String
    }
}

/// Text formats beyond a length.
enum TextFormat: Sendable {
    case link, imageURL, timestamp, day, regexp, name, identifier
    /// A timestamp from a publisher. In files for commands it may be informal; see ``CardSchema/ofFiles``.
    case time
    case duration
    /// A duration within ``CardBody/autoDismissTimes``.
    case shortDuration

    /// An ECMA 262 regular expression for JSON Schema's `pattern`; nil if there is none.
    var pattern: String? {
        let day = "[0-9]{4}-[0-9]{2}-[0-9]{2}"
        let time = "[Tt ][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})"
        let visible = "[^\\u0000-\\u0020]"
        return switch self {
        case .link: "^([Hh][Tt][Tt][Pp][Ss]?://[^\\u0000-\\u0020/]|[Mm][Aa][Ii][Ll][Tt][Oo]:\(visible))\(visible)*$"
        case .imageURL: "^[Hh][Tt][Tt][Pp][Ss]?://[^\\u0000-\\u0020/]\(visible)*$"
        case .timestamp, .time: "^\(day)\(time)$"
        case .day: "^\(day)(\(time))?$"
        case .duration, .shortDuration: CardDuration.pattern
        case .name: "^[A-Za-z0-9_.-]+$"
        case .identifier: "^[^\\u0000-\\u001F\\u007F-\\u009F]+$"
        case .regexp: nil
        }
    }

    var expected: String {
        switch self {
        case .link: "a URL that starts with http://, https:// or mailto: and has no spaces or control characters"
        case .imageURL: "a URL that starts with http:// or https:// and has no spaces or control characters"
        case .timestamp, .time: "a timestamp such as 2026-07-31T09:00:00Z"
        case .day: "a date such as 2026-07-31 or a timestamp"
        case .duration: CardDuration.jsonExpected
        case .shortDuration: "whole seconds from 1 to 3600, or a duration such as 15s or 2m"
        case .regexp: "a regular expression"
        case .identifier: "a string without control characters"
        case .name: "a name of letters, digits, \"_\", \".\" and \"-\""
        }
    }

    func matches(_ text: String) -> Bool {
        switch self {
        case .link: Self.isURL(text, schemes: ["https://", "http://", "mailto:"])
        case .imageURL: Self.isURL(text, schemes: ["https://", "http://"])
        case .timestamp, .time: Date(rfc3339: text) != nil
        case .day: Date(dayOrTimestamp: text) != nil
        case .duration: CardDuration.text(of: .string(text)) != nil
        case .shortDuration: CardBody.autoDismiss(.string(text)) != nil
        case .regexp: RegularExpression.isValid(text)
        case .identifier: text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        case .name:
            text.utf8.allSatisfy {
                switch $0 {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, .point, .minus: true
                default: false
                }
            }
        }
    }

    private static func isURL(_ text: String, schemes: [String]) -> Bool {
        // Schemes are case-insensitive (RFC 3986, 3.1).
        let start = text.prefix(8).lowercased()
        guard let scheme = schemes.first(where: start.hasPrefix) else { return false }
        let rest = text.utf8.dropFirst(scheme.utf8.count)
        guard let first = rest.first, scheme == "mailto:" || first != 0x2F else { return false }
        return rest.allSatisfy { $0 > 0x20 }
    }
}
