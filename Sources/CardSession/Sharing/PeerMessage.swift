internal import CardStore
internal import Cards

/// A message between sessions with the same store, encoded as JSON. Messages contain no cards or actions, because these
/// are in the store.
enum PeerMessage: Hashable, Sendable {
    /// The first message of each side, with the version of the protocol.
    case hello(version: Int)
    /// The sender has committed something.
    case committed(StoreCommit)
    /// Anything may have been committed: read everything again.
    case reread
    /// From the leader: an event of its connection.
    case event(SessionEvent)
    /// To the leader: a request for its connection.
    case request(PeerRequest)

    /// The version of the protocol. Sessions with different versions do not communicate.
    static let version = 1

    /// Nil for bytes that are not a valid message.
    init?(_ bytes: [UInt8]) {
        guard let json = try? JSONValue(parsing: bytes), let object = json.object else { return nil }
        if let version = object["hello"]?.int {
            self = .hello(version: version)
        } else if let commit = object["committed"].flatMap(StoreCommit.init(json:)) {
            self = .committed(commit)
        } else if object["reread"] == .bool(true) {
            self = .reread
        } else if let event = object["event"].flatMap(SessionEvent.init(json:)) {
            self = .event(event)
        } else if let request = object["request"]?.string.flatMap(PeerRequest.init) {
            self = .request(request)
        } else {
            return nil
        }
    }

    var bytes: [UInt8] {
        let object: JSONObject =
            switch self {
            case .hello(let version): ["hello": .number(JSONNumber(version))]
            case .committed(let commit): ["committed": commit.json]
            case .reread: ["reread": .bool(true)]
            case .event(let event): ["event": event.json]
            case .request(let request): ["request": .string(request.rawValue)]
            }
        return JSONValue.object(object).encoded()
    }
}

/// A request of a follower for the leader's connection.
enum PeerRequest: String, Sendable {
    /// Check the outbox: an action was stored or withdrawn, or must be retried.
    case deliver
    /// Send the queued events.
    case sendEvents = "send-events"
    /// Contact the source now.
    case refresh
    /// Make a source deliver a card that it holds back.
    case releaseHeld = "release-held"
}

extension StoreCommit {
    init?(json: JSONValue) {
        guard let object = json.object else { return nil }
        func streams(_ name: String) -> Set<StreamID>? {
            let names = object[name]?.array ?? []
            let ids = names.compactMap { $0.string.flatMap { StreamID($0) } }
            return ids.count == names.count ? Set(ids) : nil
        }
        guard let changed = streams("streams"), let overflowing = streams("overflowing"),
            let emptied = streams("emptied")
        else { return nil }
        var rows: [StreamID: [Int64]] = [:]
        for (name, value) in object["rows"]?.object?.members ?? [] {
            let numbers = (value.array ?? []).compactMap { $0.int.map(Int64.init) }
            guard let stream = StreamID(name), numbers.count == value.array?.count else { return nil }
            rows[stream] = numbers
        }
        self.init(
            streams: changed, rows: rows, overflowing: overflowing, emptied: emptied,
            isByUser: object["byUser"] == .bool(true), emptiesStore: object["endsLife"] == .bool(true))
    }

    var json: JSONValue {
        func names(_ streams: Set<StreamID>) -> JSONValue { .array(streams.map { .string($0.rawValue) }) }
        var rows = JSONObject()
        for (stream, numbers) in self.rows {
            rows[stream.rawValue] = .array(numbers.map { .number(JSONNumber(Int($0))) })
        }
        return [
            "streams": names(streams), "rows": .object(rows), "overflowing": names(overflowing),
            "emptied": names(emptied), "byUser": .bool(isByUser), "endsLife": .bool(emptiesStore),
        ]
    }
}
