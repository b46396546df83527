package import Cards

extension FeedCoder {
    // MARK: Batches

    /// `{"records":[…]}`, the body of `POST /v1/analytics`.
    package static func encode(_ records: [AnalyticsRecord]) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 32 + 512 * records.count)
        writer.object { writer in
            writer.key("records")
            writer.array { writer in for record in records { write(record, to: &writer) } }
        }
        return writer.bytes
    }

    /// Decodes a batch. Invalid records are refused individually. Otherwise the sender would repeat the whole batch
    /// forever.
    ///
    /// - Throws: ``Problem`` if the body is not a batch or has too many records.
    package static func decodeAnalytics(_ bytes: [UInt8]) throws(Problem) -> AnalyticsBatch {
        let elements = try WireObject(document: bytes).elements("records")
        guard elements.count <= AnalyticsBatch.mostRecords else {
            throw Problem(
                .tooLarge, detail: "A batch can have at most \(AnalyticsBatch.mostRecords) records.",
                pointer: "/records")
        }
        var batch = AnalyticsBatch(records: [])
        for (index, slice) in elements.enumerated() {
            do throws(Problem) {
                batch.records.append(try record(slice, pointer: "/records/\(index)"))
            } catch {
                batch.refused.append(
                    AnalyticsReceipt.Refusal(
                        index: index, id: identifier(of: slice), pointer: error.pointer, expected: error.expected,
                        detail: error.detail))
            }
        }
        return batch
    }

    /// The id of an invalid record, which tells the sender which record it is; nil if the id cannot be read.
    private static func identifier(of slice: JSONSlice) -> String? {
        guard let object = try? WireObject(slice), let id = try? object.optionalString("id"), id.utf8.count <= 128
        else { return nil }
        return id
    }

    // MARK: Records

    /// Encodes one record for a queue or a log.
    package static func encode(_ record: AnalyticsRecord) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 512)
        write(record, to: &writer)
        return writer.bytes
    }

    /// - Throws: ``Problem`` with a pointer into the record.
    package static func decodeAnalyticsRecord(_ bytes: [UInt8]) throws(Problem) -> AnalyticsRecord {
        try record(JSONSlice(bytes), pointer: "")
    }

    static func write(_ record: AnalyticsRecord, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", record.id)
            writer.member("eventName", record.name)
            writer.member("timestamp", record.at)
            if let time = record.localTimestamp {
                writer.key("eventContext")
                writer.object { $0.member("userLocalTimestamp", time) }
            }
            if record.streamID != nil || !record.streamIDs.isEmpty || record.clientAppVersion != nil {
                writer.key("sdkContext")
                writer.object { writer in
                    writer.member("containerId", ifPresent: record.streamID?.rawValue)
                    writer.member("clientAppVersion", ifPresent: record.clientAppVersion)
                    guard !record.streamIDs.isEmpty else { return }
                    writer.key("containerIds")
                    writer.array { writer in for stream in record.streamIDs { writer.string(stream.rawValue) } }
                }
            }
            if let stream = record.stream {
                writer.key("streamContext")
                writer.object { writer in
                    writer.member("streamLength", stream.length)
                    writer.member("streamLengthVisible", stream.visible)
                    if let position = stream.position { writer.member("cardPositionInStream", position) }
                    writer.member("displayMode", ifPresent: stream.mode?.rawValue)
                }
            }
            if let card = record.card {
                writer.key("cardContext")
                writer.object { writer in
                    writer.member("cardInstanceId", card.id.rawValue)
                    writer.member("cardInstanceStatus", ifPresent: card.status?.rawValue)
                    writer.member("cardViewState", ifPresent: card.viewState?.rawValue)
                    writer.member("cardPresentation", ifPresent: card.presentation?.rawValue)
                }
            }
            if !record.properties.isEmpty { writer.member("properties", .object(record.properties)) }
            if !record.hostContext.isEmpty { writer.member("hostContext", .object(record.hostContext)) }
        }
    }

    static func record(_ slice: JSONSlice, pointer: String) throws(Problem) -> AnalyticsRecord {
        guard slice.range.count <= AnalyticsBatch.recordBytes else {
            throw Problem(
                .tooLarge, detail: "A record can have at most \(AnalyticsBatch.recordBytes) bytes.", pointer: pointer,
                expected: "at most \(AnalyticsBatch.recordBytes) bytes")
        }
        let object = try WireObject(slice, pointer: pointer)
        let sdk = try object.optionalMember("sdkContext")
        var record = AnalyticsRecord(
            id: try object.string("id"), name: try object.string("eventName"), at: try object.time("timestamp"),
            localTimestamp: try object.optionalMember("eventContext")?.optionalString("userLocalTimestamp"),
            streamID: try sdk?.optionalID("containerId"), streamIDs: try sdk?.optionalIDs("containerIds") ?? [],
            properties: try object.optionalObject("properties") ?? [:],
            hostContext: try object.optionalObject("hostContext") ?? [:],
            clientAppVersion: try sdk?.optionalString("clientAppVersion"))
        if let stream = try object.optionalMember("streamContext") {
            record.stream = AnalyticsRecord.StreamContext(
                length: try stream.int("streamLength"), visible: try stream.int("streamLengthVisible"),
                position: try stream.optionalInt("cardPositionInStream"),
                mode: try stream.optionalChoice("displayMode"))
        }
        if let card = try object.optionalMember("cardContext") {
            record.card = AnalyticsRecord.CardContext(
                id: try card.id("cardInstanceId"), status: try card.optionalChoice("cardInstanceStatus"),
                viewState: try card.optionalChoice("cardViewState"),
                presentation: try card.optionalChoice("cardPresentation"))
        }
        do { try record.validate() } catch { throw Problem(error.inside(pointer)) }
        return record
    }

    // MARK: Receipts

    package static func encode(_ receipt: AnalyticsReceipt) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 64)
        writer.object { writer in
            writer.member("accepted", receipt.accepted)
            writer.member("duplicates", receipt.duplicates)
            writer.key("refused")
            writer.array { writer in
                for refusal in receipt.refused {
                    writer.object { writer in
                        writer.member("index", refusal.index)
                        writer.member("id", ifPresent: refusal.id)
                        writer.member("pointer", ifPresent: refusal.pointer)
                        writer.member("expected", ifPresent: refusal.expected)
                        writer.member("detail", ifPresent: refusal.detail)
                    }
                }
            }
        }
        return writer.bytes
    }

    package static func decodeAnalyticsReceipt(_ bytes: [UInt8]) throws(Problem) -> AnalyticsReceipt {
        let object = try WireObject(document: bytes)
        var receipt = AnalyticsReceipt(
            accepted: try object.int("accepted"), duplicates: try object.optionalInt("duplicates") ?? 0)
        for (index, slice) in (try object.optionalElements("refused") ?? []).enumerated() {
            let refusal = try WireObject(slice, pointer: "/refused/\(index)")
            receipt.refused.append(
                AnalyticsReceipt.Refusal(
                    index: try refusal.int("index"), id: try refusal.optionalString("id"),
                    pointer: try refusal.optionalString("pointer"), expected: try refusal.optionalString("expected"),
                    detail: try refusal.optionalString("detail")))
        }
        return receipt
    }
}
