package import Cards

/// Custom events, and lines of collected data for publishers.
extension FeedCoder {
    /// `{"id","name","timestamp","properties"?}`
    package static func encode(_ event: CustomEvent) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 256)
        writer.object { writer in
            writer.member("id", event.id)
            writer.member("name", event.name)
            writer.member("timestamp", event.at)
            if !event.properties.isEmpty { writer.member("properties", .object(event.properties)) }
        }
        return writer.bytes
    }

    /// - Throws: ``Problem`` with a pointer to the invalid field.
    package static func decodeCustomEvent(_ bytes: [UInt8]) throws(Problem) -> CustomEvent {
        guard bytes.count <= AnalyticsBatch.recordBytes else {
            throw Problem(.tooLarge, detail: "An event can have at most \(AnalyticsBatch.recordBytes) bytes.")
        }
        let object = try WireObject(document: bytes)
        let event = CustomEvent(
            id: try object.string("id"), name: try object.string("name"),
            properties: try object.optionalObject("properties") ?? [:], at: try object.time("timestamp"))
        do { try event.validate() } catch { throw Problem(error) }
        return event
    }

    /// Encodes a line, without a line feed. The members of the server come first, then those of the content.
    ///
    /// - Parameter content: The JSON object of the record or event.
    package static func line(_ collected: Collected<[UInt8]>) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 128 + collected.content.count)
        writer.object { writer in
            writer.member("seq", Int(collected.sequence))
            writer.member("endUserId", collected.user.rawValue)
            writer.member("receivedAt", collected.receivedAt)
        }
        return writer.bytes.dropLast() + [UInt8(ascii: ",")] + collected.content.dropFirst()
    }

    package static func decodeAnalyticsLine(_ line: [UInt8]) throws(Problem) -> Collected<AnalyticsRecord> {
        try collected(line, decodeAnalyticsRecord)
    }

    package static func decodeEventLine(_ line: [UInt8]) throws(Problem) -> Collected<CustomEvent> {
        try collected(line, decodeCustomEvent)
    }

    private static func collected<Content>(
        _ line: [UInt8], _ decode: ([UInt8]) throws(Problem) -> Content
    ) throws(Problem) -> Collected<Content> {
        let object = try WireObject(document: line)
        return Collected(
            sequence: Int64(try object.int("seq")), user: try object.id("endUserId"),
            receivedAt: try object.time("receivedAt"), content: try decode(line))
    }
}
