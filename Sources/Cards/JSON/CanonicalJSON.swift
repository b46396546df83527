/// JSON in a canonical form, as RFC 8785 (JCS) defines it: members sorted by UTF-16 code units, no white space, the
/// shortest escapes, and numbers as ECMAScript writes them.
///
/// Two documents that differ only in formatting have the same canonical bytes, so a digest or a signature of these
/// bytes covers only the content. Numbers are treated as doubles: digits beyond that precision do not count. A number
/// beyond the range of doubles, which RFC 8785 does not allow, keeps its literal.
public enum CanonicalJSON {
    /// The canonical UTF-8 bytes of a value.
    public static func bytes(_ value: JSONValue) -> [UInt8] {
        var writer = JSONWriter()
        write(value, to: &writer)
        return writer.bytes
    }

    private static func write(_ value: JSONValue, to writer: inout JSONWriter) {
        switch value {
        case .null, .bool, .string: writer.value(value)
        case .number(let number): writer.raw(Array(literal(of: number).utf8))
        case .array(let elements): writer.array { writer in for element in elements { write(element, to: &writer) } }
        case .object(let object):
            writer.object { writer in
                for (key, value) in object.members.sorted(by: { $0.key.utf16.lexicographicallyPrecedes($1.key.utf16) })
                {
                    writer.key(key)
                    write(value, to: &writer)
                }
            }
        }
    }

    /// A number as `Number::toString` of ECMAScript writes it.
    static func literal(of number: JSONNumber) -> String {
        let double = number.double
        guard double.isFinite else { return number.literal }
        // This includes minus zero.
        guard double != 0 else { return "0" }
        // Swift gives the same shortest digits; only their layout differs.
        let text = double.magnitude.description
        let parts = text.split(separator: "e")
        let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        let fraction = mantissa.count > 1 && mantissa[1] != "0" ? mantissa[1] : ""
        let power = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        let all = mantissa[0] + fraction
        let leading = all.prefix { $0 == "0" }.count
        let trailing = all.dropFirst(leading).reversed().prefix { $0 == "0" }.count
        let digits = String(all.dropFirst(leading).dropLast(trailing))
        // The value is 0.digits × 10^point.
        let point = mantissa[0].count + power - leading
        return (double < 0 ? "-" : "") + layout(digits, point: point)
    }

    private static func layout(_ digits: String, point: Int) -> String {
        let count = digits.count
        if count <= point, point <= 21 { return digits + String(repeating: "0", count: point - count) }
        if 0 < point, point <= 21 { return digits.prefix(point) + "." + digits.dropFirst(point) }
        if -6 < point, point <= 0 { return "0." + String(repeating: "0", count: -point) + digits }
        let power = point - 1
        let exponent = "e" + (power < 0 ? "-" : "+") + String(abs(power))
        return count == 1 ? digits + exponent : digits.prefix(1) + "." + digits.dropFirst() + exponent
    }
}
