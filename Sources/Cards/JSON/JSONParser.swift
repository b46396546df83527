/// Parses a JSON document into a ``JSONValue``, strictly by RFC 8259: UTF-8 only, no duplicate keys, no lone
/// surrogates, nothing after the value. Used instead of Foundation's because cards are parsed before the first frame
/// and on every push, and loading Foundation's coders takes longer than the parsing.
package enum JSONParser {
    /// The default limit for the nesting of arrays and objects.
    package static let defaultDepthLimit = 64
    /// The highest limit allowed. The reader recurses, and threads of the cooperative pool have small stacks.
    package static let maxDepthLimit = 256

    /// - Throws: ``JSONError`` with the position of the first error.
    package static func parse(_ bytes: [UInt8], depthLimit: Int = defaultDepthLimit) throws(JSONError) -> JSONValue {
        try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) in
            try parse(buffer, depthLimit: depthLimit)
        }
    }

    /// - Throws: ``JSONError`` with the position of the first error.
    package static func parse(
        _ bytes: UnsafeBufferPointer<UInt8>, depthLimit: Int = defaultDepthLimit
    ) throws(JSONError) -> JSONValue {
        var reader = JSONReader(bytes, depthLimit: depthLimit)
        reader.skipWhitespace()
        let value = try reader.readValue()
        try reader.finish()
        return value
    }

    /// - Throws: ``JSONError`` with the position of the first error.
    package static func parse(_ text: String, depthLimit: Int = defaultDepthLimit) throws(JSONError) -> JSONValue {
        try parse(Array(text.utf8), depthLimit: depthLimit)
    }
}
