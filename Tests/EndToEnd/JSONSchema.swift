import Foundation
import Testing

import class Basics.Lock

/// The part of JSON Schema that `cardstream schema` uses for the output of commands.
struct JSONSchema {
    /// The schemas that the program has printed, by subject.
    private static let printed = Lock<[String: String]>([:])

    private let schema: [String: Any]

    /// The schema that the program itself prints.
    init(of subject: String) throws {
        let text = try Self.printed.withLock { printed in
            Result {
                if let text = printed[subject] { return text }
                let text = try Command.run(Command.cardstream, ["schema", subject])
                printed[subject] = text
                return text
            }
        }.get()
        schema = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    /// The mistakes in a line of JSON. A member that the schema does not know is a mistake as well.
    func problems(of line: String) throws -> [String] {
        Self.problems(of: try JSONSerialization.jsonObject(with: Data(line.utf8)), schema, at: "")
    }

    private static func problems(of value: Any, _ schema: [String: Any], at place: String) -> [String] {
        if let any = schema["anyOf"] as? [[String: Any]] {
            let all = any.map { problems(of: value, $0, at: place) }
            return all.contains([]) ? [] : all.flatMap(\.self)
        }
        if let types = schema["type"] as? [String] {
            if value is NSNull { return types.contains("null") ? [] : ["\(place): null"] }
            return problems(of: value, schema.merging(["type": types[0]]) { $1 }, at: place)
        }
        switch schema["type"] as? String {
        case "array":
            guard let elements = value as? [Any], let element = schema["items"] as? [String: Any] else {
                return ["\(place): no list"]
            }
            return elements.enumerated().flatMap { problems(of: $1, element, at: "\(place)/\($0)") }
        case "boolean": return value is Bool ? [] : ["\(place): neither true nor false"]
        case "object":
            guard let object = value as? [String: Any] else { return ["\(place): no object"] }
            let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
            let others = schema["additionalProperties"] as? [String: Any]
            let missing = (schema["required"] as? [String] ?? []).filter { object[$0] == nil }
            return missing.map { "\(place)/\($0): missing" }
                + object.flatMap { name, member -> [String] in
                    if let known = properties[name] ?? others {
                        return problems(of: member, known, at: "\(place)/\(name)")
                    }
                    let isOpen = schema["properties"] == nil || schema["additionalProperties"] as? Bool == true
                    return isOpen ? [] : ["\(place)/\(name): not in the schema"]
                }
        case "string":
            guard let text = value as? String else { return ["\(place): no text"] }
            if let names = schema["enum"] as? [String], !names.contains(text) { return ["\(place): \(text)"] }
            let isTime = (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))) != nil
            return schema["format"] as? String == "date-time" && !isTime ? ["\(place): \(text) is no time"] : []
        case "integer": return value is Int ? [] : ["\(place): no whole number"]
        default: return ["\(place): a type that this test does not know"]
        }
    }
}
