extension JSONSlice {
    /// The bytes of an object without one of its members; the other members keep their formatting. Returns the same
    /// bytes if the member does not exist, or if they are not an object.
    ///
    /// - Parameter key: The name of the member; it must consist of letters only.
    package static func removing(_ key: String, from document: [UInt8]) -> [UInt8] {
        // Documents without the member are not parsed. A key can also be written with escapes.
        guard mayContain(key, document), let members = try? JSONSlice(document).members().all,
            members.contains(where: { $0.key == key })
        else { return document }
        var result: [UInt8] = [.openBrace]
        result.reserveCapacity(document.count)
        for member in members where member.key != key {
            if result.count > 1 { result.append(.comma) }
            result += JSONValue.string(member.key).encoded()
            result.append(.colon)
            result += member.value.bytesInPlace
        }
        result.append(.closeBrace)
        return result
    }

    private static func mayContain(_ key: String, _ document: [UInt8]) -> Bool {
        let name = Array("\"\(key)\"".utf8)
        return document.withUnsafeBufferPointer { bytes in
            for (index, byte) in bytes.enumerated() {
                switch byte {
                case .quote: if bytes[index...].starts(with: name) { return true }
                case .backslash: if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "u") { return true }
                default: continue
                }
            }
            return false
        }
    }
}
