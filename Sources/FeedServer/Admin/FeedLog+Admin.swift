import Cards
import FeedAPI
import FeedEngine
import GRDB

import struct Foundation.Date

/// What a publisher sees of an environment: lines of JSON, page by page.
extension FeedLog {
    private static let pageLines = 100
    private static let mostLines = 1000

    private static func limit(_ query: AdminQuery) -> Int { min(query.limit ?? pageLines, mostLines) }

    private static let unseenCount = """
        (SELECT count(*) FROM card INDEXED BY cardUnseen WHERE card.feed = feed.id AND status = 'active' AND seenAt IS NULL)
        """

    /// All streams, by name.
    func streamLines(environment: EnvironmentID) async throws(Problem) -> [[UInt8]] {
        try await read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT stream, count(*), sum(visible), sum(\(Self.unseenCount)) FROM feed WHERE environment = ?
                    GROUP BY stream ORDER BY stream
                    """, arguments: [environment.rawValue])
            return rows.map { row in
                Self.line { writer in
                    writer.member("stream", row[0] as String)
                    writer.member("users", row[1] as Int)
                    writer.member("active", row[2] as Int)
                    writer.member("unseen", row[3] as Int)
                }
            }
        }
    }

    /// Users that have had cards, a profile or a device, by name.
    func userLines(environment: EnvironmentID, _ query: AdminQuery) async throws(Problem) -> [[UInt8]] {
        let limit = Self.limit(query)
        return try await read { database in
            let names = try String.fetchAll(
                database,
                sql: """
                    SELECT user FROM (SELECT user FROM feed WHERE environment = ?1
                    UNION SELECT user FROM profile WHERE environment = ?1
                    UNION SELECT user FROM device WHERE environment = ?1) WHERE user > ?2 ORDER BY user LIMIT ?3
                    """, arguments: [environment.rawValue, query.after ?? "", limit])
            return try names.map {
                try Self.userLine(Viewer(environment: environment, user: UserID(stored: $0)), database)
            }
        }
    }

    private static func userLine(_ viewer: Viewer, _ database: Database) throws -> [UInt8] {
        let feeds = try Row.fetchAll(
            database.cachedStatement(
                sql:
                    "SELECT stream, visible, \(unseenCount) FROM feed WHERE environment = ? AND user = ? ORDER BY stream"
            ),
            arguments: [viewer.environment.rawValue, viewer.user.rawValue])
        let devices = try Row.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT sandbox, production, updatedAt, (SELECT streams FROM deviceStreams AS own
                    WHERE own.environment = device.environment AND own.user = device.user
                    AND own.token IN (device.token, '') ORDER BY own.token DESC LIMIT 1)
                    FROM device WHERE environment = ? AND user = ? ORDER BY updatedAt
                    """), arguments: [viewer.environment.rawValue, viewer.user.rawValue])
        let profile = try profile(of: viewer, database)
        return line { writer in
            writer.member("user", viewer.user.rawValue)
            writer.member("active", feeds.reduce(0) { $0 + ($1[1] as Int) })
            writer.member("unseen", feeds.reduce(0) { $0 + ($1[2] as Int) })
            writer.member("streams", .array(feeds.map { .string($0[0]) }))
            // Their tokens are nobody's business.
            writer.member("devices", .array(devices.map(device)))
            writer.key("profile")
            writer.raw(FeedCoder.encode(profile))
        }
    }

    private static func device(_ row: Row) -> JSONValue {
        let environments: [(Bool, PushEnvironment)] = [(row[0], .sandbox), (row[1], .production)]
        var device: JSONObject = [
            "environments": .array(environments.filter(\.0).map { .string($0.1.rawValue) }),
            "updated": .string(FeedTime.text(FeedTime.date(milliseconds: row[2]))),
        ]
        // Written by this program: what cannot be read was never there.
        if let text = row[3] as String? { device["streams"] = try? JSONParser.parse(text) }
        return .object(device)
    }

    /// Cards, the newest first.
    func cardLines(environment: EnvironmentID, _ query: AdminQuery) async throws(Problem) -> [[UInt8]] {
        let limit = Self.limit(query)
        guard let after = query.after.map({ Int64($0) }) ?? .max else {
            throw Problem(
                .malformedRequest, detail: "The query's after is not a number.", expected: "the row of a line before")
        }
        return try await read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT card.rowid, card.id, user, stream, status, priority, createdAt, updatedAt, seenAt, vote, body
                    FROM card CROSS JOIN feed ON feed.id = card.feed
                    WHERE card.rowid < ?1 AND environment = ?2 AND (?3 IS NULL OR stream = ?3)
                    AND (?4 IS NULL OR user = ?4) AND (?5 IS NULL OR status = ?5) ORDER BY card.rowid DESC LIMIT ?6
                    """,
                arguments: [
                    after, environment.rawValue, query.stream?.rawValue, query.user?.rawValue, query.status?.rawValue,
                    limit,
                ])
            return rows.map { row in
                let body = try? CardBody.decode(row.bytes(at: 10))
                return Self.line { writer in
                    writer.member("row", Int(row[0] as Int64))
                    writer.member("id", row[1] as String)
                    writer.member("user", row[2] as String)
                    writer.member("stream", row[3] as String)
                    writer.member("status", row[4] as String)
                    writer.member("priority", row[5] as Int)
                    for (name, index) in [("created", 6), ("updated", 7), ("seen", 8)] {
                        guard let time = row[index] as Int64? else { continue }
                        writer.member(name, FeedTime.text(FeedTime.date(milliseconds: time)))
                    }
                    if let vote = row[9] as String? { writer.member("vote", vote) }
                    if let title = body?.title { writer.member("title", title) }
                }
            }
        }
    }

    private static func line(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 256)
        writer.object(write)
        return writer.bytes
    }
}
