import Cards

/// How a response is kept in the outbox.
enum StoredResponse {
    static func encode(_ response: CardResponse) -> [UInt8] { response.json.encoded() }

    /// Nil when the bytes were not written by ``encode(_:)``.
    static func decode(_ bytes: [UInt8]) -> CardResponse? {
        // Bytes that are not JSON are handled as an unknown response is.
        guard let json = try? JSONValue(parsing: bytes) else { return nil }
        return try? CardResponse(json: json)
    }
}
