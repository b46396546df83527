internal import Cards
internal import FeedAPI

/// What `watch` knows of the streams it follows: enough to tell what a change is, and where to go on. Pure.
struct WatchState: Hashable, Sendable {
    /// Something that happened to a card.
    struct Event: Hashable, Sendable {
        enum Kind: String, Hashable, Sendable, CaseIterable {
            case published, unsnoozed, snoozed, completed, dismissed, cancelled, expired
        }

        var kind: Kind
        var streamID: StreamID
        var cardID: CardID
        /// Of the change.
        var sequence: Int64
        /// Nil for a card that is gone.
        var entry: FeedEntry?
    }

    struct Feed: Hashable, Sendable {
        /// Everything up to it was told; nil before the first look.
        var cursor: FeedCursor?
        /// The open cards, and whether each is snoozed.
        var cards: [CardID: Bool] = [:]
    }

    var feeds: [StreamID: Feed] = [:]
    /// Notifications that arrived and of which the server does not know.
    var received: [AnalyticsRecord] = []

    /// What a change of a stream means, in its order. Of a card that came and went since the last look the server tells the
    /// end only, and so does this.
    mutating func apply(_ delta: FeedDelta) -> [Event] {
        var feed = feeds[delta.streamID] ?? Feed()
        var events = delta.upserts.compactMap { feed.record($0, in: delta.streamID) }
        for removal in delta.removals {
            let wasKnown = feed.cards.removeValue(forKey: removal.id) != nil
            guard wasKnown || feed.isNews(removal), let kind = Event.Kind(ending: removal.status) else { continue }
            events.append(
                Event(
                    kind: kind, streamID: delta.streamID, cardID: removal.id, sequence: removal.sequence, entry: nil))
        }
        feed.cursor = delta.cursor
        feeds[delta.streamID] = feed
        return events.sorted { $0.sequence < $1.sequence }
    }

    /// Begins with all cards of a stream. The first time nothing of it is news; after a gap what was not known is.
    mutating func reset(to entries: [FeedEntry], of stream: StreamID, cursor: FeedCursor) -> [Event] {
        let old = feeds[stream]
        var feed = Feed(cursor: cursor, cards: old?.cards ?? [:])
        let events = entries.compactMap { feed.record($0, in: stream) }
        // Those that are not there any more ended unseen; how, nobody can tell.
        let ids = Set(entries.map(\.id))
        feed.cards = feed.cards.filter { ids.contains($0.key) }
        feeds[stream] = feed
        return old?.cursor == nil ? [] : events.sorted { $0.sequence < $1.sequence }
    }
}

extension WatchState.Feed {
    /// Whether the end of a card that is not known here has not been told: what comes again after a lost connection has.
    fileprivate func isNews(_ removal: FeedRemoval) -> Bool {
        guard let cursor else { return false }
        // A cursor of another kind orders nothing; then what comes is taken for new, since the server tells from there on.
        return cursor.parts.map { removal.sequence > $0.sequence } ?? true
    }

    /// Notes a card; nil when that is no news: a vote, or a card that was snoozed before it was ever seen here.
    fileprivate mutating func record(_ entry: FeedEntry, in stream: StreamID) -> WatchState.Event? {
        let isSnoozed = entry.status == .snoozed
        let before = cards.updateValue(isSnoozed, forKey: entry.id)
        let kind: WatchState.Event.Kind
        switch (before, isSnoozed) {
        case (nil, false): kind = .published
        case (true, false): kind = .unsnoozed
        case (false, true): kind = .snoozed
        default: return nil
        }
        return WatchState.Event(
            kind: kind, streamID: stream, cardID: entry.id, sequence: entry.sequence, entry: entry)
    }
}

extension WatchState.Event.Kind {
    fileprivate init?(ending status: CardStatus) {
        switch status {
        case .completed: self = .completed
        case .dismissed: self = .dismissed
        case .cancelled: self = .cancelled
        case .expired: self = .expired
        case .active, .embargoed, .snoozed: return nil
        }
    }
}

extension WatchState {
    /// - Parameter source: Whose cards they are; a file of another's is not read.
    func text(source: String) -> String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("source", source)
            writer.key("streams")
            writer.object { writer in
                for (stream, feed) in feeds.sorted(by: { $0.key < $1.key }) {
                    guard let cursor = feed.cursor else { continue }
                    writer.key(stream.rawValue)
                    writer.object { writer in
                        writer.member("cursor", cursor.rawValue)
                        for (name, isSnoozed) in [("active", false), ("snoozed", true)] {
                            writer.key(name)
                            writer.array { writer in
                                for (id, value) in feed.cards where value == isSnoozed { writer.string(id.rawValue) }
                            }
                        }
                    }
                }
            }
            guard !received.isEmpty else { return }
            writer.key("received")
            writer.array { writer in for record in received { writer.raw(FeedCoder.encode(record)) } }
        }
        return writer.text
    }

    /// Nil for what is none, or of another source: then it begins anew.
    init?(_ bytes: [UInt8], source: String) {
        // By bytes: the source names the user.
        guard let json = try? JSONParser.parse(bytes), json["source"]?.string?.utf8.elementsEqual(source.utf8) == true,
            let streams = json["streams"]?.object
        else { return nil }
        for (name, feed) in streams.members {
            guard let stream = StreamID(name), let cursor = feed["cursor"]?.string.flatMap({ FeedCursor(rawValue: $0) })
            else { continue }
            var cards: [CardID: Bool] = [:]
            for (name, isSnoozed) in [("active", false), ("snoozed", true)] {
                for json in feed[name]?.array ?? [] {
                    if let id = json.string.flatMap({ CardID($0) }) { cards[id] = isSnoozed }
                }
            }
            feeds[stream] = Feed(cursor: cursor, cards: cards)
        }
        // One that cannot be read is not told; the others are.
        received = (json["received"]?.array ?? []).compactMap { try? FeedCoder.decodeAnalyticsRecord($0.encoded()) }
    }
}
