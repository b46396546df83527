/// Reads a JSON document into a ``JSONValue``, strictly by RFC 8259: UTF-8 only, no duplicate keys, no lone
/// surrogates, nothing after the value. Own code rather than Foundation's because cards are read before first paint
/// and on every push, where loading Foundation's coders costs more than the reading.
public enum JSONParser {
    /// How deep arrays and objects may nest by default.
    public static let defaultDepthLimit = 64
    /// The greatest limit that can be set. The reader recurses, and threads of the cooperative pool have small stacks.
    public static let greatestDepthLimit = 256

    /// - Throws: ``JSONError`` with the place of the first offence.
    public static func parse(_ bytes: [UInt8], depthLimit: Int = defaultDepthLimit) throws(JSONError) -> JSONValue {
        try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) in
            try parse(buffer, depthLimit: depthLimit)
        }
    }

    /// - Throws: ``JSONError`` with the place of the first offence.
    public static func parse(
        _ bytes: UnsafeBufferPointer<UInt8>, depthLimit: Int = defaultDepthLimit
    ) throws(JSONError) -> JSONValue {
        var reader = JSONReader(bytes, depthLimit: depthLimit)
        reader.skipWhitespace()
        let value = try reader.readValue()
        try reader.finish()
        return value
    }

    /// - Throws: ``JSONError`` with the place of the first offence.
    public static func parse(_ text: String, depthLimit: Int = defaultDepthLimit) throws(JSONError) -> JSONValue {
        try parse(Array(text.utf8), depthLimit: depthLimit)
    }
}
