/// A kind of row in an archive, which contains a feed as lines of JSON that any storage can write and read (decision
/// 0139). The names of tables and columns are those of the archive; each storage may use other names.
package struct ArchiveTable: Hashable, Sendable {
    package struct Column: Hashable, Sendable {
        package enum Kind: Hashable, Sendable {
            case integer
            case text
            case flag
            /// Bytes that contain JSON. In the archive they are text.
            case json
            case bytes
        }

        package enum Role: Hashable, Sendable {
            /// A column of the table.
            case value
            /// A part of the key of the row's feed. Storages refer to the feed by a number instead.
            case feed
            /// The id of the row's card. Storages refer to the card by a number instead.
            case card
            /// A number that a storage may replace with another one, as long as the order stays the same.
            case position
        }

        package var name: String
        package var kind: Kind
        package var isOptional = false
        package var role = Role.value
    }

    package var name: String
    package var columns: [Column]
    /// The columns that determine the order of rows; if empty, the order of insertion.
    package var order: [String]
    /// Whether the rows must be identical in every storage, so that an import can compare them.
    package var isVerified = true

    private init(_ name: String, by order: [String] = [], isVerified: Bool = true, _ columns: [Column]) {
        self.name = name
        self.columns = columns
        self.order = order
        self.isVerified = isVerified
    }

    package static func named(_ name: String) -> ArchiveTable? { all.first { $0.name == name } }

    /// All tables, ordered so that each row comes after the rows that it refers to.
    package static let all: [ArchiveTable] = [feed, card] + ofCards + ofUsers + ofEnvironments + [chunk]

    private static func integer(_ name: String) -> Column { Column(name: name, kind: .integer) }
    private static func text(_ name: String) -> Column { Column(name: name, kind: .text) }
    private static func flag(_ name: String) -> Column { Column(name: name, kind: .flag) }
    private static func json(_ name: String) -> Column { Column(name: name, kind: .json) }
    private static func optional(_ column: Column) -> Column {
        var column = column
        column.isOptional = true
        return column
    }
    private static let ofFeed = ["environment", "user", "stream"].map { Column(name: $0, kind: .text, role: .feed) }
    private static let ofCard = Column(name: "card", kind: .text, role: .card)
    private static let position = Column(name: "number", kind: .integer, role: .position)
    private static let ofUser = [text("environment"), text("user")]

    private static let feed = ArchiveTable(
        "feed", by: ["environment", "user", "stream"],
        ofUser + [
            text("stream"), integer("sequence"), integer("horizon"), integer("visible"), flag("everHadCard"),
        ])
    private static let card = ArchiveTable(
        "card",
        [text("id")] + ofFeed + [
            integer("sequence"), text("status"), integer("priority"), integer("createdAt"), integer("updatedAt"),
            integer("recency"), optional(integer("publishAt")), optional(integer("snoozedUntil")),
            optional(integer("expiresAt")), optional(integer("deadline")), optional(integer("seenAt")),
            optional(text("vote")), optional(text("lifecycle")), optional(text("ask")), json("body"),
        ])
    private static let ofCards = [
        ArchiveTable(
            "action", [ofCard] + ofUser + [text("key"), json("request"), json("receipt"), integer("receivedAt")]),
        ArchiveTable(
            "publication", by: ["receivedAt", "environment", "key"],
            [text("environment"), text("key"), text("fingerprint"), json("receipt"), integer("receivedAt")]),
        ArchiveTable("ending", by: ["environment", "number"], [text("environment"), position, ofCard]),
        ArchiveTable(
            "upload", by: ["id"],
            [text("id"), ofCard] + ofUser + [
                text("key"), text("bucket"), text("filename"), text("type"), integer("size"), text("fingerprint"),
                integer("createdAt"), optional(integer("submittedAt")),
            ]),
    ]
    private static let ofUsers = [
        ArchiveTable(
            "record", by: ["environment", "number"],
            [
                text("environment"), position, text("kind"), text("user"), text("id"), integer("receivedAt"),
                json("content"),
            ]),
        ArchiveTable("profile", by: ["environment", "user"], ofUser + [json("settings"), integer("updatedAt")]),
        ArchiveTable(
            "device", by: ["environment", "token"],
            [
                text("environment"), text("token"), text("user"), flag("sandbox"), flag("production"),
                integer("updatedAt"),
            ]),
        ArchiveTable(
            "deviceStreams", by: ["environment", "user", "token"], ofUser + [text("token"), text("streams")]),
        ArchiveTable(
            "invitation", by: ["id"],
            [text("id")] + ofUser + [
                Column(name: "hash", kind: .bytes), integer("createdAt"), integer("expiresAt"), integer("tokenDays"),
                optional(integer("usedAt")),
            ]),
        ArchiveTable("reader", by: ["environment", "user"], ofUser),
        ArchiveTable(
            "userGroup", by: ["environment", "name"],
            [text("environment"), text("name"), json("users"), integer("updatedAt")]),
        ArchiveTable("theme", by: ["environment", "stream"], [text("environment"), text("stream"), text("document")]),
    ]
    private static let ofEnvironments = [
        ArchiveTable(
            "ask",
            [
                text("id"), text("environment"), optional(text("key")), integer("createdAt"), integer("deadline"),
                optional(integer("due")), optional(integer("settledAt")), json("request"), json("state"),
            ]),
        ArchiveTable(
            "audit", by: ["environment", "number"],
            [
                text("environment"), integer("number"), integer("at"), text("event"), text("ask"),
                optional(text("user")), optional(text("card")), optional(json("detail")), text("previous"),
                text("hash"),
            ]),
        ArchiveTable(
            "webhook", by: ["id"],
            [
                text("id"), text("environment"), text("url"), text("secret"), text("events"), text("streams"),
                integer("createdAt"),
            ]),
        ArchiveTable(
            "delivery",
            [
                text("id"), text("webhook"), ofCard, text("event"), optional(text("cause")), integer("sequence"),
                integer("at"), integer("attempts"), optional(integer("nextAt")), optional(integer("lastAt")),
                optional(text("reason")),
            ]),
        // The total numbers of cards that have ended and of records that were collected. They include deleted ones.
        ArchiveTable(
            "environment", by: ["id"], isVerified: false, [text("id"), integer("endings"), integer("records")]),
    ]
    /// The contents of uploads, in pieces of ``ArchiveRow/chunkSize`` bytes.
    private static let chunk = ArchiveTable(
        "chunk", by: ["upload", "number"],
        [text("upload"), integer("number"), Column(name: "bytes", kind: .bytes)])
}
