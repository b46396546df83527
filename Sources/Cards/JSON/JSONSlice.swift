/// A part of a JSON document that stays encoded: members and elements are located without building a tree. Sync and
/// server pass card bodies from socket to disk this way without decoding them.
///
/// ```swift
/// let frame = try JSONSlice(message).members()
/// let stream = try frame.string("stream")
/// for entry in try frame.slice("upserts").elements() {
///     let body = try entry.members().slice("card").bytes
/// }
/// ```
///
/// Skipped content is validated as strictly as by ``JSONParser`` (grammar, UTF-8, depth), except for duplicate keys in
/// objects that are not accessed. Once ``members()`` or ``elements()`` of a whole document has returned, every slice in
/// it is well-formed JSON.
package struct JSONSlice: Sendable {
    /// The whole document, shared between all its slices and never copied.
    private let document: [UInt8]
    /// The range of the value in the document.
    package let range: Range<Int>
    private let depthLimit: Int

    /// The whole document, not validated yet.
    package init(_ document: [UInt8], depthLimit: Int = JSONParser.defaultDepthLimit) {
        self.init(document, 0..<document.count, depthLimit)
    }

    private init(_ document: [UInt8], _ range: Range<Int>, _ depthLimit: Int) {
        self.document = document
        self.range = range
        self.depthLimit = depthLimit
    }

    /// A copy of the bytes.
    package var bytes: [UInt8] { Array(document[range]) }
    /// The bytes without copying; keeps the whole document alive.
    package var bytesInPlace: ArraySlice<UInt8> { document[range] }
    /// Whether the value is `null`.
    package var isNull: Bool { document[range].elementsEqual("null".utf8) }

    /// The same value with a limit on its further nesting.
    package func limited(toDepth limit: Int) -> JSONSlice { JSONSlice(document, range, limit) }

    // MARK: Structure

    /// The members of an object, in order.
    /// - Throws: ``JSONError``, of kind `wrongType` if this is not an object, `duplicateKey` if a key repeats.
    package func members() throws(JSONError) -> Members {
        try read { (reader) throws(JSONError) in
            guard reader.next == .openBrace else { throw reader.mismatch("an object") }
            var members = Members(object: self)
            var seen = KeySet()
            try reader.forEachMember(depth: 0) { (reader: inout JSONReader, key, offset) throws(JSONError) in
                let name = reader.string(key)
                guard seen.insert(name) else { throw reader.failure(.duplicateKey(name), at: offset) }
                let start = reader.position
                try reader.skipValue(depth: 1)
                members.append(name, slice(start..<reader.position))
            }
            return members
        }
    }

    /// The elements of an array.
    /// - Throws: ``JSONError``, of kind `wrongType` if this is not an array.
    package func elements() throws(JSONError) -> [JSONSlice] {
        try read { (reader) throws(JSONError) in
            guard reader.next == .openBracket else { throw reader.mismatch("an array") }
            var elements: [JSONSlice] = []
            try reader.forEachElement(depth: 0) { (reader: inout JSONReader) throws(JSONError) in
                let start = reader.position
                try reader.skipValue(depth: 1)
                elements.append(slice(start..<reader.position))
            }
            return elements
        }
    }

    /// Validates the whole slice, except for duplicate keys.
    ///
    /// - Throws: ``JSONError`` at the first error.
    package func check() throws(JSONError) {
        try read { (reader) throws(JSONError) in try reader.skipValue() }
    }

    // MARK: Values

    /// Parses the slice into a tree; duplicate keys are refused at every depth.
    ///
    /// - Throws: ``JSONError`` at the first error.
    package func value() throws(JSONError) -> JSONValue {
        try read { (reader) throws(JSONError) in try reader.readValue() }
    }

    /// The value as a string. Throws if it is not one.
    package func string() throws(JSONError) -> String {
        try read { (reader) throws(JSONError) in
            guard reader.next == .quote else { throw reader.mismatch("a string") }
            return try reader.readString()
        }
    }

    /// The value as a whole number; `3.0` and `3e0` are accepted.
    ///
    /// - Throws: ``JSONError`` if the value is not a whole number or out of range.
    package func int() throws(JSONError) -> Int {
        let number = try number(expected: "a whole number")
        guard let int = number.int else { throw failure(.wrongType(expected: "a whole number of at most 64 bits")) }
        return int
    }

    /// The value as a number. Throws if it is not one.
    package func double() throws(JSONError) -> Double { try number(expected: "a number").double }

    /// The value as a boolean. Throws if it is not one.
    package func bool() throws(JSONError) -> Bool {
        if document[range].elementsEqual("true".utf8) { return true }
        if document[range].elementsEqual("false".utf8) { return false }
        throw failure(.wrongType(expected: "true or false"))
    }

    private func number(expected: String) throws(JSONError) -> JSONNumber {
        try read { (reader) throws(JSONError) in
            guard reader.next == .minus || reader.next &- 0x30 < 10 else { throw reader.mismatch(expected) }
            return JSONNumber(validLiteral: reader.text(try reader.scanNumber()))
        }
    }

    /// An error at the start of this slice.
    package func failure(_ kind: JSONError.Kind) -> JSONError {
        document.withUnsafeBufferPointer { JSONReader($0, range: range, depthLimit: depthLimit).failure(kind) }
    }

    private func slice(_ range: Range<Int>) -> JSONSlice { JSONSlice(document, range, depthLimit) }

    private func read<Result>(
        _ body: (inout JSONReader) throws(JSONError) -> Result
    ) throws(JSONError) -> Result {
        try document.withUnsafeBufferPointer { (buffer) throws(JSONError) in
            var reader = JSONReader(buffer, range: range, depthLimit: depthLimit)
            reader.skipWhitespace()
            let result = try body(&reader)
            try reader.finish()
            return result
        }
    }
}

extension JSONReader {
    fileprivate func mismatch(_ expected: String) -> JSONError {
        position < end ? failure(.wrongType(expected: expected)) : failure(.unexpectedEnd(expected: expected))
    }
}

extension JSONSlice {
    /// The members of an object with typed access. A member that is `null` counts as absent.
    package struct Members: Sendable {
        private let object: JSONSlice
        /// The members in the order of the document.
        package private(set) var all: [(key: String, value: JSONSlice)] = []

        fileprivate init(object: JSONSlice) { self.object = object }

        fileprivate mutating func append(_ key: String, _ value: JSONSlice) { all.append((key, value)) }

        /// The member with this name; nil if it is absent or `null`.
        package subscript(key: String) -> JSONSlice? {
            guard let value = all.first(where: { $0.key == key })?.value, !value.isNull else { return nil }
            return value
        }

        /// - Throws: ``JSONError`` of kind `missingMember` at the start of the object.
        package func slice(_ key: String) throws(JSONError) -> JSONSlice {
            guard let slice = self[key] else { throw object.failure(.missingMember(key)) }
            return slice
        }

        /// A required string. Throws if it has another type or is missing.
        package func string(_ key: String) throws(JSONError) -> String { try slice(key).string() }
        /// A required whole number. Throws if it has another type or is missing.
        package func int(_ key: String) throws(JSONError) -> Int { try slice(key).int() }
        /// A required number. Throws if it has another type or is missing.
        package func double(_ key: String) throws(JSONError) -> Double { try slice(key).double() }
        /// A required boolean. Throws if it has another type or is missing.
        package func bool(_ key: String) throws(JSONError) -> Bool { try slice(key).bool() }
        /// A required object. Throws if it has another type or is missing.
        package func members(_ key: String) throws(JSONError) -> Members { try slice(key).members() }
        /// A required array. Throws if it has another type or is missing.
        package func elements(_ key: String) throws(JSONError) -> [JSONSlice] { try slice(key).elements() }

        // Optional members are nil if absent or null; another type is still an error.
        /// An optional string. Throws if it has another type.
        package func optionalString(_ key: String) throws(JSONError) -> String? { try self[key]?.string() }
        /// An optional whole number. Throws if it has another type.
        package func optionalInt(_ key: String) throws(JSONError) -> Int? { try self[key]?.int() }
        /// An optional boolean. Throws if it has another type.
        package func optionalBool(_ key: String) throws(JSONError) -> Bool? { try self[key]?.bool() }
        /// An optional array. Throws if it has another type.
        package func optionalElements(_ key: String) throws(JSONError) -> [JSONSlice]? { try self[key]?.elements() }
    }
}
