import Cards
import FeedAPI
import FeedEngine
import FeedStorage
import Theming

/// Lists the contents of an environment for publishers, as lines of JSON in pages.
extension FeedService {
    private static let pageLines = 100
    private static let mostLines = 1000

    private static func limit(_ query: AdminQuery) -> Int { min(query.limit ?? pageLines, mostLines) }

    /// All streams, sorted by name.
    func streamLines(environment: EnvironmentID) async throws(Problem) -> [[UInt8]] {
        try await storage.streams(of: environment).map { stream in
            Self.line { writer in
                writer.member("stream", stream.stream.rawValue)
                writer.member("users", stream.users)
                writer.member("active", stream.active)
                writer.member("unseen", stream.unseen)
            }
        }
    }

    /// All streams that have a theme, sorted by name.
    func themeLines(environment: EnvironmentID) async throws(Problem) -> [[UInt8]] {
        try await storage.themes(of: environment).map { theme in
            let document = theme.document ?? ""
            return Self.line { writer in
                writer.member("stream", theme.id.stream.rawValue)
                if let base = PublishedTheme.base(of: document) { writer.member("inherits", base) }
                writer.member("bytes", document.utf8.count)
            }
        }
    }

    /// Users who have cards or are known, sorted by name. ``FeedStorage/unknownUsers(among:in:)`` defines who is known.
    func userLines(environment: EnvironmentID, _ query: AdminQuery) async throws(Problem) -> [[UInt8]] {
        // Text that is not a valid name still has a position in the order.
        let users = try await storage.users(
            of: environment, after: query.after.map { UserID(stored: $0) }, limit: Self.limit(query))
        let new = Set(try await storage.unknownUsers(among: users, in: environment))
        var lines: [[UInt8]] = []
        for user in users {
            let viewer = Viewer(environment: environment, user: user)
            lines.append(
                Self.line(
                    try await storage.user(viewer), feeds: try await storage.feeds(of: viewer),
                    isNew: new.contains(user)))
        }
        return lines
    }

    private static func line(_ user: StoredUser, feeds: [FeedSummary], isNew: Bool) -> [UInt8] {
        line { writer in
            writer.member("user", user.viewer.user.rawValue)
            writer.member("active", feeds.reduce(0) { $0 + $1.active })
            writer.member("unseen", feeds.reduce(0) { $0 + $1.unseen })
            writer.member("streams", .array(feeds.map { .string($0.stream.rawValue) }))
            // Omits the tokens, which are secrets of the devices.
            writer.member("devices", .array(user.devices.map { device($0, of: user) }))
            writer.key("profile")
            writer.raw(FeedCoder.encode(user.settings))
            if isNew { writer.member("new", true) }
        }
    }

    private static func device(_ device: StoredDevice, of user: StoredUser) -> JSONValue {
        var object: JSONObject = [
            "environments": .array(device.environments.map { .string($0.rawValue) }),
            "updated": .string(FeedTime.text(FeedTime.date(milliseconds: device.updatedAt))),
        ]
        if let streams = user.streams(of: device) {
            object["streams"] = .array(streams.map { .string($0.rawValue) })
        }
        return .object(object)
    }

    /// Cards, newest first.
    func cardLines(environment: EnvironmentID, _ query: AdminQuery) async throws(Problem) -> [[UInt8]] {
        guard let before = query.after.map({ Int64($0) }) ?? .max else {
            throw Problem(
                .malformedRequest, detail: "The query parameter \"after\" is not a number.",
                expected: "the number in the field \"row\" of a line already received")
        }
        let range = CardRange(
            before: before, stream: query.stream, user: query.user, status: query.status, beginning: query.beginning,
            limit: Self.limit(query))
        return try await storage.cards(of: environment, in: range).map(Self.line)
    }

    private static func line(_ listed: ListedCard) -> [UInt8] {
        let card = listed.card.card
        // A body that cannot be decoded has no title.
        let body = try? CardBody.decode(listed.card.body)
        return line { writer in
            writer.member("row", Int(listed.number))
            writer.member("id", card.id.rawValue)
            writer.member("user", card.feed.viewer.user.rawValue)
            writer.member("stream", card.feed.streamID.rawValue)
            writer.member("status", card.life.status.rawValue)
            writer.member("priority", card.priority)
            let times = [("created", card.life.createdAt), ("updated", card.life.updatedAt), ("seen", listed.seenAt)]
            for (name, time) in times {
                if let time { writer.member(name, FeedTime.text(FeedTime.date(milliseconds: time))) }
            }
            if let vote = card.life.vote { writer.member("vote", vote.rawValue) }
            if let title = body?.title { writer.member("title", title) }
        }
    }

    /// The outcomes of cards that have ended, in the order in which they ended.
    ///
    /// - Throws: ``Problem`` of type `cursor-expired` for a cursor of another storage, or of a history that was lost
    ///   when a backup was restored.
    func outcomeLines(environment: EnvironmentID, _ query: OutcomeQuery) async throws(Problem) -> [[UInt8]] {
        var start = RecordRange.Start.after(0)
        if query.last != nil { start = .last }
        if let since = query.since {
            guard let parts = since.parts, parts.sequence >= 0 else { throw Self.foreignCursor }
            if parts.epoch != storage.epoch {
                guard let last = try await storage.lastEnding(in: parts.epoch), parts.sequence <= last else {
                    throw Self.foreignCursor
                }
            }
            start = .after(parts.sequence)
        }
        let range = RecordRange(
            start: start, limit: min(query.last ?? query.limit ?? Self.pageLines, Self.mostLines),
            mostBytes: limits.exportBytes)
        let (cards, last) = try await storage.endedCards(of: environment, in: range)
        if case .after(let number) = start, number > last { throw Self.foreignCursor }
        return cards.map { card in
            FeedCoder.line(
                card.outcome, cursor: FeedCursor(epoch: storage.epoch, sequence: card.number), title: card.title)
        }
    }

    private static let foreignCursor = Problem(
        .cursorExpired, title: "The cursor is not from this feed",
        detail:
            "The cursor is from another feed, from before this feed was imported, or newer than the backup from which the "
            + "feed was restored. A request without it begins with the oldest outcome that is kept: none is missed, and "
            + "some are repeated.")

    private static func line(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 256)
        writer.object(write)
        return writer.bytes
    }
}
