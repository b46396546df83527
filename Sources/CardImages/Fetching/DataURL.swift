/// An image written into its own address (RFC 2397).
enum DataURL {
    static func isOne(_ address: String) -> Bool { address.prefix(5).lowercased() == "data:" }

    /// The bytes; nil when it is malformed.
    static func bytes(_ address: String) -> [UInt8]? {
        guard isOne(address), let comma = address.utf8.firstIndex(of: UInt8(ascii: ",")) else { return nil }
        let head = address[..<comma].lowercased()
        let data = address.utf8[address.utf8.index(after: comma)...]
        guard head.hasSuffix(";base64") else { return unescaped(data) }
        guard let text = unescaped(data) else { return nil }
        var bytes: [UInt8] = []
        return Base64.decode(text[...], into: &bytes) ? bytes : nil
    }

    private static func unescaped(_ text: Substring.UTF8View) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = text[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let value = UInt8(Substring(rest.prefix(2)), radix: 16) else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return bytes
    }
}
