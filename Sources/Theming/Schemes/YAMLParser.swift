import CYAML

/// Reads one YAML document with libyaml. All scalars are read as text; YAML's types are ignored.
final class YAMLParser {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private var anchors: [String: YAMLNode] = [:]
    private var depth = 0

    /// The maximum nesting of lists and tables, so that recursion does not overflow the stack.
    private static let deepest = 1000

    /// Parses a text; nil if it contains no document.
    static func parse(_ text: String) throws(YAMLError) -> YAMLNode? {
        let bytes = Array(text.utf8)
        let result = bytes.withUnsafeBufferPointer { bytes in
            Result { () throws(YAMLError) in try YAMLParser(bytes).document() }
        }
        return try result.get()
    }

    /// - Parameter bytes: UTF-8; must stay valid for the lifetime of the parser.
    private init(_ bytes: UnsafeBufferPointer<UInt8>) throws(YAMLError) {
        parser = .allocate(capacity: 1)
        parser.initialize(to: yaml_parser_t())
        guard yaml_parser_initialize(parser) == 1 else { throw YAMLError(line: 0, problem: nil) }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
    }

    private func document() throws(YAMLError) -> YAMLNode? {
        // The start of the stream.
        _ = try next()
        guard try next().type != YAML_STREAM_END_EVENT else { return nil }
        let node = try node(next())
        // The end of the document.
        _ = try next()
        let end = try next()
        guard end.type == YAML_STREAM_END_EVENT else {
            throw YAMLError(line: end.line, problem: "expected one YAML document; found a second document here")
        }
        return node
    }

    private func node(_ event: YAMLEvent) throws(YAMLError) -> YAMLNode {
        if event.type == YAML_ALIAS_EVENT {
            guard let name = event.anchor, let node = anchors[name] else {
                throw YAMLError(line: event.line, problem: "not YAML: found undefined alias")
            }
            return node
        }
        let node = YAMLNode(content: try content(event), line: event.line)
        if let anchor = event.anchor { anchors[anchor] = node }
        return node
    }

    private func content(_ event: YAMLEvent) throws(YAMLError) -> YAMLNode.Content {
        switch event.type {
        case YAML_SEQUENCE_START_EVENT:
            try enter(event)
            defer { depth -= 1 }
            var nodes: [YAMLNode] = []
            var event = try next()
            while event.type != YAML_SEQUENCE_END_EVENT {
                nodes.append(try node(event))
                event = try next()
            }
            return .list(nodes)
        case YAML_MAPPING_START_EVENT:
            try enter(event)
            defer { depth -= 1 }
            var pairs: [(key: YAMLNode, value: YAMLNode)] = []
            var event = try next()
            while event.type != YAML_MAPPING_END_EVENT {
                let key = try node(event)
                pairs.append((key, try node(next())))
                event = try next()
            }
            return .table(try YAMLTable(pairs))
        default: return .text(event.text)
        }
    }

    private func enter(_ event: YAMLEvent) throws(YAMLError) {
        depth += 1
        guard depth <= Self.deepest else {
            throw YAMLError(line: event.line, problem: "nested deeper than \(Self.deepest) levels")
        }
    }

    private func next() throws(YAMLError) -> YAMLEvent {
        let event = YAMLEvent()
        guard yaml_parser_parse(parser, &event.event) == 1 else {
            switch parser.pointee.error {
            case YAML_SCANNER_ERROR, YAML_PARSER_ERROR, YAML_COMPOSER_ERROR:
                throw YAMLError(
                    line: Int(parser.pointee.problem_mark.line) + 1,
                    problem: parser.pointee.problem.map { "not YAML: " + String(cString: $0) })
            default: throw YAMLError(line: 0, problem: nil)
            }
        }
        return event
    }
}

/// An event of the parser.
private final class YAMLEvent {
    var event = yaml_event_t()

    deinit { yaml_event_delete(&event) }

    var type: yaml_event_type_t { event.type }
    /// The line, from 1.
    var line: Int { Int(event.start_mark.line) + 1 }

    /// The anchor that a node defines, or that an alias refers to; nil for none.
    var anchor: String? {
        let name =
            switch type {
            case YAML_ALIAS_EVENT: event.data.alias.anchor
            case YAML_SCALAR_EVENT: event.data.scalar.anchor
            case YAML_SEQUENCE_START_EVENT: event.data.sequence_start.anchor
            case YAML_MAPPING_START_EVENT: event.data.mapping_start.anchor
            default: nil as UnsafeMutablePointer<yaml_char_t>?
            }
        return name.map { String(cString: $0) }
    }

    /// The text of a scalar; empty for other events.
    var text: String {
        guard type == YAML_SCALAR_EVENT, let value = event.data.scalar.value else { return "" }
        return String(
            decoding: UnsafeBufferPointer(start: value, count: Int(event.data.scalar.length)), as: UTF8.self)
    }
}
