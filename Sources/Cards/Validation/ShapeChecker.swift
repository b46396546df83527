/// Compares JSON with a ``Shape`` and collects all differences.
struct ShapeChecker {
    private(set) var problems: [CardProblem] = []

    private var isFull: Bool { problems.count >= CardLimits.problems }

    mutating func report(_ problem: CardProblem) {
        if !isFull { problems.append(problem) }
    }

    mutating func report(_ pointer: String, _ expected: String, _ found: JSONValue?, hint: String? = nil) {
        report(CardProblem(pointer: pointer, expected: expected, found: found, hint: hint))
    }

    mutating func check(_ json: JSONValue, _ shape: Shape, at pointer: String) {
        guard !isFull else { return }
        switch shape {
        case .text(let lengths, let format): checkText(json, lengths, format, at: pointer)
        case .duration(let range, let format):
            if json.number == nil { return checkText(json, 1...64, format, at: pointer) }
            if let seconds = json.int, range.contains(seconds) { return }
            report(pointer, format.expected, json)
        case .choice(let choices):
            if let text = json.string, choices.contains(text) { return }
            report(pointer, "one of \(choices.joined(separator: ", "))", json)
        case .integer(let range):
            if let value = json.int, range.contains(value) { return }
            report(pointer, "a whole number from \(range.lowerBound) to \(range.upperBound)", json)
        case .number: if json.number == nil { report(pointer, "a number", json) }
        case .bool: if json.bool == nil { report(pointer, "true or false", json) }
        case .anyObject: if json.object == nil { report(pointer, "an object", json) }
        case .list(let element, let count):
            guard let elements = json.array else { return report(pointer, "an array", json) }
            checkCount(elements.count, count, "an array", of: "entries", json, at: pointer)
            for (index, value) in elements.enumerated() { check(value, element, at: "\(pointer)/\(index)") }
        case .map(let element, let count):
            guard let object = json.object else { return report(pointer, "an object", json) }
            checkCount(object.count, count, "an object", of: "members", json, at: pointer)
            for (key, value) in object.members {
                check(value, element, at: pointer + CardProblem.pointerPart(key))
            }
        case .object(let fields):
            guard let object = json.object else { return report(pointer, "an object", json) }
            checkFields(object, fields, at: pointer)
        case .either(let shapes): checkEither(json, shapes, at: pointer)
        case .tagged(let tag, let variants, let allowsOthers):
            guard let object = json.object else { return report(pointer, "an object with \"\(tag)\"", json) }
            let tagPointer = "\(pointer)/\(tag)"
            guard let name = object[tag]?.string else { return report(tagPointer, "a string", object[tag]) }
            if let variant = variants.first(where: { $0.tag == name }) {
                checkFields(object, variant.fields, at: pointer)
            } else if !allowsOthers {
                report(tagPointer, "one of \(variants.map(\.tag).joined(separator: ", "))", object[tag])
            }
        case .named(let name):
            guard let shape = CardShapes.byName[name] else { preconditionFailure("no shape is named \(name)") }
            check(json, shape, at: pointer)
        }
    }

    private mutating func checkText(
        _ json: JSONValue, _ lengths: ClosedRange<Int>, _ format: TextFormat?, at pointer: String
    ) {
        guard let text = json.string else { return report(pointer, format?.expected ?? "a string", json) }
        // A string has at most as many scalars as bytes, so counting is rarely necessary.
        let isTooLong = text.utf8.count > lengths.upperBound && text.unicodeScalars.count > lengths.upperBound
        if isTooLong {
            report(pointer, "at most \(lengths.upperBound) characters", json)
        } else if text.isEmpty, lengths.lowerBound > 0 {
            report(pointer, format?.expected ?? "a string that is not empty", json)
        } else if let format, !format.matches(text) {
            report(pointer, format.expected, json)
        }
    }

    /// - Parameter count: The lower bound is 0 or 1 in all shapes.
    private mutating func checkCount(
        _ found: Int, _ count: ClosedRange<Int>, _ what: String, of parts: String, _ json: JSONValue,
        at pointer: String
    ) {
        if found < count.lowerBound { report(pointer, "\(what) that is not empty", json) }
        if found > count.upperBound { report(pointer, "\(what) with at most \(count.upperBound) \(parts)", json) }
    }

    private mutating func checkFields(_ object: JSONObject, _ fields: [Shape.Field], at pointer: String) {
        for field in fields {
            if let value = object[field.name] {
                check(value, field.shape, at: "\(pointer)/\(field.name)")
            } else if field.isRequired {
                report("\(pointer)/\(field.name)", Self.expectation(field.shape), nil)
            }
        }
    }

    private mutating func checkEither(_ json: JSONValue, _ shapes: [Shape], at pointer: String) {
        if let shape = shapes.first(where: { Self.isOfType(json, $0) }) { return check(json, shape, at: pointer) }
        report(pointer, shapes.map(Self.expectation).joined(separator: " or "), json)
    }

    /// Whether JSON has the type of a shape, regardless of its content.
    static func isOfType(_ json: JSONValue, _ shape: Shape) -> Bool {
        switch (shape, json) {
        case (.text, .string), (.choice, .string), (.integer, .number), (.number, .number), (.bool, .bool),
            (.list, .array), (.anyObject, .object), (.map, .object), (.object, .object), (.tagged, .object):
            true
        default: false
        }
    }

    private static func expectation(_ shape: Shape) -> String {
        switch shape {
        case .text(_, let format): format?.expected ?? "a string"
        case .duration(_, let format): format.expected
        case .choice(let choices): "one of \(choices.joined(separator: ", "))"
        case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .number: "a number"
        case .bool: "true or false"
        case .list: "an array"
        case .anyObject, .map, .object: "an object"
        case .tagged(let tag, _, _): "an object with \"\(tag)\""
        case .either(let shapes): shapes.map(expectation).joined(separator: " or ")
        case .named(let name): CardShapes.byName[name].map(expectation) ?? "a value"
        }
    }
}
