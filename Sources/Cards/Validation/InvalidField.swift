public import struct Foundation.Date
public import protocol Foundation.LocalizedError

/// An invalid field in input from a host or a user, with the expected value.
public struct InvalidField: Error, Hashable, Sendable, CustomStringConvertible {
    /// A JSON pointer (RFC 6901) to the field; empty for the whole value.
    public var pointer: String
    /// A description of the expected value: `at most 256 bytes`.
    public var expected: String

    /// Creates an instance with these properties.
    public init(_ pointer: String, expected: String) {
        self.pointer = pointer
        self.expected = expected
    }

    public var description: String { "\(pointer.isEmpty ? "the value" : pointer) must be \(expected)" }
}

extension InvalidField {
    /// The same problem with a pointer from an outer value.
    package func inside(_ outer: String) -> InvalidField { InvalidField(outer + pointer, expected: expected) }

    /// Checks the length of a string and that it is one line of plain text.
    package static func check(
        _ text: String?, _ pointer: String, bytes: ClosedRange<Int>
    ) throws(InvalidField) {
        guard let text else { return }
        guard bytes.contains(text.utf8.count) else {
            throw InvalidField(
                pointer,
                expected: bytes.lowerBound == 0
                    ? "at most \(bytes.upperBound) bytes" : "from \(bytes.lowerBound) to \(bytes.upperBound) bytes")
        }
        guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw InvalidField(pointer, expected: "a string without control characters")
        }
    }

    /// Checks that a timestamp can represent a date.
    package static func check(_ date: Date, _ pointer: String) throws(InvalidField) {
        guard date.isWritable else { throw InvalidField(pointer, expected: "a date in a year from 0 to 9999") }
    }

    /// Checks a dictionary of strings, numbers and booleans.
    package static func check(
        flat object: JSONObject, _ pointer: String, most: Int
    ) throws(InvalidField) {
        guard object.count <= most else {
            throw InvalidField(pointer, expected: "an object of at most \(most) members")
        }
        for (key, value) in object.members {
            let place = pointer + CardProblem.pointerPart(key)
            do { try check(key, place, bytes: 1...128) } catch {
                throw InvalidField(place, expected: "omitted: its name must be \(error.expected)")
            }
            switch value {
            case .string, .number, .bool: break
            case .null, .array, .object: throw InvalidField(place, expected: "a string, a number, true or false")
            }
        }
    }
}

extension InvalidField: LocalizedError {
    /// The `description`, for `localizedDescription`.
    public var errorDescription: String? { description }
}
