public import Cards

/// Every address of the protocol, as one value shared by server, client and commands: they cannot disagree about a
/// path or a query.
public enum FeedRoute: Hashable, Sendable {
    /// `GET /v1/streams/{stream}/snapshot?page=&limit=`. A nil page is the first one, a nil limit the server's choice.
    case snapshot(stream: StreamID, page: String? = nil, limit: Int? = nil)
    /// `GET /v1/streams/{stream}/changes?since=&limit=`.
    case changes(stream: StreamID, since: FeedCursor, limit: Int? = nil)
    /// `POST /v1/actions`.
    case act
    /// `POST /v1/cards`.
    case publish
    /// `GET /v1/cards/{id}`.
    case outcome(CardID)
    /// `DELETE /v1/cards/{id}`.
    case cancel(CardID)
    /// `POST /v1/uploads?stream=&card=&bucket=&key=`, a file as `multipart/form-data`.
    case upload(UploadTarget)
    /// `GET /v1/uploads/{id}`: the file itself.
    case uploaded(UploadID)
    /// `GET /v1/socket`, a WebSocket upgrade.
    case socket
    /// `GET /v1/health`, the only address without authentication.
    case health

    /// The first segment of every path. A change that breaks clients gets a new one.
    public static let prefix = "/v1"

    public var method: String {
        switch self {
        case .snapshot, .changes, .outcome, .uploaded, .socket, .health: "GET"
        case .act, .publish, .upload: "POST"
        case .cancel: "DELETE"
        }
    }

    /// Path and query as they stand in a request line, percent-encoded.
    public var target: String {
        switch self {
        case .snapshot(let stream, let page, let limit):
            Self.path("streams", stream.rawValue, "snapshot")
                + Self.query([("page", page), ("limit", limit?.description)])
        case .changes(let stream, let since, let limit):
            Self.path("streams", stream.rawValue, "changes")
                + Self.query([("since", since.rawValue), ("limit", limit?.description)])
        case .act: Self.path("actions")
        case .publish: Self.path("cards")
        case .outcome(let id), .cancel(let id): Self.path("cards", id.rawValue)
        case .upload(let target):
            Self.path("uploads")
                + Self.query([
                    ("stream", target.streamID.rawValue), ("card", target.cardID.rawValue),
                    ("bucket", target.bucketID), ("key", target.key.rawValue),
                ])
        case .uploaded(let id): Self.path("uploads", id.rawValue)
        case .socket: Self.path("socket")
        case .health: Self.path("health")
        }
    }

    /// Reads a request line's method and target.
    ///
    /// - Throws: a ``Problem`` of type `not-found`, `method-not-allowed` (its `expected` lists the methods that are
    ///   allowed) or `malformed-request`.
    public init(method: String, target: String) throws(Problem) {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let segments = parts[0].split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        var path: [String] = []
        for segment in segments {
            guard let text = PercentCoding.decode(segment) else {
                throw Problem(.malformedRequest, detail: "The path holds a percent escape that is not UTF-8.")
            }
            path.append(text)
        }
        guard target.hasPrefix(Self.prefix + "/") else { throw Self.unknownPath }
        let query = try Query(parts.count > 1 ? parts[1] : "")
        switch (path.count, path[1]) {
        case (4, "streams"):
            try Self.require("GET", method)
            let stream = try Self.streamID(path[2])
            switch path[3] {
            case "snapshot": self = .snapshot(stream: stream, page: query["page"], limit: try query.limit())
            case "changes":
                guard let since = query["since"] else {
                    throw Problem(
                        .malformedRequest, detail: "The query needs since=CURSOR, from a snapshot or an earlier delta.",
                        expected: "since")
                }
                self = .changes(stream: stream, since: FeedCursor(rawValue: since), limit: try query.limit())
            default: throw Self.unknownPath
            }
        case (2, "actions"):
            try Self.require("POST", method)
            self = .act
        case (2, "cards"):
            try Self.require("POST", method)
            self = .publish
        case (3, "cards"):
            guard !path[2].isEmpty, path[2].count <= 128 else { throw Self.unknownPath }
            switch method {
            case "GET": self = .outcome(CardID(path[2]))
            case "DELETE": self = .cancel(CardID(path[2]))
            default: throw Problem(.methodNotAllowed, expected: "GET, DELETE")
            }
        case (2, "uploads"):
            try Self.require("POST", method)
            self = .upload(
                UploadTarget(
                    key: ActionKey(rawValue: try query.name("key")),
                    streamID: try Self.streamID(try query.name("stream")), cardID: CardID(try query.name("card")),
                    bucketID: try query.name("bucket")))
        case (3, "uploads"):
            try Self.require("GET", method)
            guard !path[2].isEmpty, path[2].count <= 128 else { throw Self.unknownPath }
            self = .uploaded(UploadID(path[2]))
        case (2, "socket"):
            try Self.require("GET", method)
            self = .socket
        case (2, "health"):
            try Self.require("GET", method)
            self = .health
        default: throw Self.unknownPath
        }
    }

    private static let unknownPath = Problem(.notFound, detail: "The protocol has no such address.")

    private static func require(_ expected: String, _ method: String) throws(Problem) {
        guard method == expected else { throw Problem(.methodNotAllowed, expected: expected) }
    }

    private static func streamID(_ text: String) throws(Problem) -> StreamID {
        let id = StreamID(text)
        guard id.isWellFormed else {
            throw Problem(
                .unknownStream, detail: "A stream's name is 1 to 64 letters, digits, '-', '_' or '.'.")
        }
        return id
    }

    private static func path(_ segments: String...) -> String {
        prefix + segments.map { "/" + PercentCoding.encode($0) }.joined()
    }

    private static func query(_ items: [(name: String, value: String?)]) -> String {
        let pairs = items.compactMap { item in item.value.map { "\(item.name)=\(PercentCoding.encode($0))" } }
        return pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")
    }

    /// The decoded query; unknown names are ignored, of a repeated name the first counts.
    private struct Query {
        private var items: [(name: String, value: String)] = []

        init(_ text: some StringProtocol) throws(Problem) {
            for pair in text.split(separator: "&") {
                let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard let name = PercentCoding.decode(sides[0]),
                    let value = PercentCoding.decode(sides.count > 1 ? sides[1] : "")
                else { throw Problem(.malformedRequest, detail: "The query holds a percent escape that is not UTF-8.") }
                items.append((name, value))
            }
        }

        subscript(name: String) -> String? { items.first { $0.name == name && !$0.value.isEmpty }?.value }

        /// A required value of at most 128 bytes.
        func name(_ name: String) throws(Problem) -> String {
            guard let value = self[name], value.utf8.count <= 128 else {
                throw Problem(
                    .malformedRequest, detail: "The query needs \(name)=, of 1 to 128 bytes.", expected: name)
            }
            return value
        }

        func limit() throws(Problem) -> Int? {
            guard let text = self["limit"] else { return nil }
            guard let limit = Int(text), limit > 0 else {
                throw Problem(
                    .malformedRequest, detail: "The query's limit is not a positive number.",
                    expected: "a number from 1")
            }
            return limit
        }
    }
}

extension StreamID {
    /// Whether the text follows the rule for stream names: 1 to 64 of letters, digits, `-`, `_` and `.`.
    public var isWellFormed: Bool {
        (1...64).contains(rawValue.utf8.count)
            && rawValue.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }
}
