/// A part of a JSON document that stays bytes: its members and elements are found without building a tree. Sync and
/// server carry card bodies this way, from socket to disk, without decoding them.
///
/// ```swift
/// let frame = try JSONSlice(message).members()
/// let stream = try frame.string("stream")
/// for entry in try frame.slice("upserts").elements() {
///     let body = try entry.members().slice("card").bytes
/// }
/// ```
///
/// What is stepped over is checked as strictly as by ``JSONParser`` (grammar, UTF-8, depth), save for duplicate keys
/// in objects that nobody asked to see. So once ``members()`` or ``elements()`` of a whole document returned, every
/// slice in it is well-formed JSON.
public struct JSONSlice: Sendable {
    /// The whole document; shared between all slices of it, never copied.
    private let document: [UInt8]
    /// Where the value stands in the document.
    public let range: Range<Int>
    private let depthLimit: Int

    /// The whole of a document, unchecked as yet.
    public init(_ document: [UInt8], depthLimit: Int = JSONParser.defaultDepthLimit) {
        self.init(document, 0..<document.count, depthLimit)
    }

    private init(_ document: [UInt8], _ range: Range<Int>, _ depthLimit: Int) {
        self.document = document
        self.range = range
        self.depthLimit = depthLimit
    }

    /// A copy of the bytes.
    public var bytes: [UInt8] { Array(document[range]) }
    /// The bytes without a copy; keeps the whole document alive.
    public var bytesInPlace: ArraySlice<UInt8> { document[range] }
    /// Whether it is `null`.
    public var isNull: Bool { document[range].elementsEqual("null".utf8) }

    /// The same value, whose arrays and objects may nest so deep from here on.
    public func limited(toDepth limit: Int) -> JSONSlice { JSONSlice(document, range, limit) }

    // MARK: Structure

    /// The members of an object, in order.
    /// - Throws: ``JSONError``, of kind `wrongType` when this is no object, `duplicateKey` when one of its keys repeats.
    public func members() throws(JSONError) -> Members {
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
    /// - Throws: ``JSONError``, of kind `wrongType` when this is no array.
    public func elements() throws(JSONError) -> [JSONSlice] {
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

    /// Checks the whole slice, but for duplicate keys.
    ///
    /// - Throws: ``JSONError`` at the first mistake.
    public func check() throws(JSONError) {
        try read { (reader) throws(JSONError) in try reader.skipValue() }
    }

    // MARK: Values

    /// The slice as a tree; duplicate keys are refused at every depth.
    ///
    /// - Throws: ``JSONError`` at the first mistake.
    public func value() throws(JSONError) -> JSONValue {
        try read { (reader) throws(JSONError) in try reader.readValue() }
    }

    /// The text. Throws where it is none.
    public func string() throws(JSONError) -> String {
        try read { (reader) throws(JSONError) in
            guard reader.next == .quote else { throw reader.mismatch("a string") }
            return try reader.readString()
        }
    }

    /// A whole number that fits; `3.0` and `3e0` do too.
    ///
    /// - Throws: ``JSONError`` where it is none, or does not fit.
    public func int() throws(JSONError) -> Int {
        let number = try number(expected: "a whole number")
        guard let int = number.int else { throw failure(.wrongType(expected: "a whole number of at most 64 bits")) }
        return int
    }

    /// The number. Throws where it is none.
    public func double() throws(JSONError) -> Double { try number(expected: "a number").double }

    /// True or false. Throws where it is neither.
    public func bool() throws(JSONError) -> Bool {
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
    public func failure(_ kind: JSONError.Kind) -> JSONError {
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
    /// The members of one object with typed access. A member that is `null` counts as absent.
    public struct Members: Sendable {
        private let object: JSONSlice
        /// In the order they are written.
        public private(set) var all: [(key: String, value: JSONSlice)] = []

        fileprivate init(object: JSONSlice) { self.object = object }

        fileprivate mutating func append(_ key: String, _ value: JSONSlice) { all.append((key, value)) }

        /// The member of this name; nil where there is none, or it is `null`.
        public subscript(key: String) -> JSONSlice? {
            guard let value = all.first(where: { $0.key == key })?.value, !value.isNull else { return nil }
            return value
        }

        /// - Throws: ``JSONError`` of kind `missingMember` at the start of the object.
        public func slice(_ key: String) throws(JSONError) -> JSONSlice {
            guard let slice = self[key] else { throw object.failure(.missingMember(key)) }
            return slice
        }

        /// A member that must be a text. Throws where it is none, or missing.
        public func string(_ key: String) throws(JSONError) -> String { try slice(key).string() }
        /// A member that must be a whole number. Throws where it is none, or missing.
        public func int(_ key: String) throws(JSONError) -> Int { try slice(key).int() }
        /// A member that must be a number. Throws where it is none, or missing.
        public func double(_ key: String) throws(JSONError) -> Double { try slice(key).double() }
        /// A member that must be true or false. Throws where it is neither, or missing.
        public func bool(_ key: String) throws(JSONError) -> Bool { try slice(key).bool() }
        /// A member that must be an object. Throws where it is none, or missing.
        public func members(_ key: String) throws(JSONError) -> Members { try slice(key).members() }
        /// A member that must be an array. Throws where it is none, or missing.
        public func elements(_ key: String) throws(JSONError) -> [JSONSlice] { try slice(key).elements() }

        // Nil when absent or null; still an error when of another type.
        /// The same for a text that may be missing. Throws where it is something else.
        public func optionalString(_ key: String) throws(JSONError) -> String? { try self[key]?.string() }
        /// The same for a whole number that may be missing. Throws where it is something else.
        public func optionalInt(_ key: String) throws(JSONError) -> Int? { try self[key]?.int() }
        /// The same for true or false that may be missing. Throws where it is something else.
        public func optionalBool(_ key: String) throws(JSONError) -> Bool? { try self[key]?.bool() }
        /// The same for an array that may be missing. Throws where it is something else.
        public func optionalElements(_ key: String) throws(JSONError) -> [JSONSlice]? { try self[key]?.elements() }
    }
}
