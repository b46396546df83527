internal import Basics
internal import Cards
internal import FeedAPI

/// The state of `watch` for the streams that it follows. It has what is needed to interpret changes and to continue in
/// a later run. Pure.
struct WatchState: Hashable, Sendable {
    /// An event of a card.
    struct Event: Hashable, Sendable {
        enum Kind: String, Hashable, Sendable, CaseIterable {
            case published, updated, unsnoozed, snoozed, completed, dismissed, cancelled, expired
        }

        var kind: Kind
        var streamID: StreamID
        var cardID: CardID
        /// The sequence number of the change.
        var sequence: Int64
        /// The card after the change; nil for a removed card.
        var entry: FeedEntry?
    }

    struct Feed: Hashable, Sendable {
        /// The cursor up to which all changes were reported; nil before the first load.
        var cursor: FeedCursor?
        /// The open cards, and whether each is snoozed.
        var cards: [CardID: Bool] = [:]
        /// A hash of the `notificationDetail` of each open card that has one. A different hash means an
        /// ``Event/Kind/updated`` event.
        var details: [CardID: String] = [:]
    }

    var feeds: [StreamID: Feed] = [:]
    /// Received notifications that the server does not know about.
    var received: [AnalyticsRecord] = []

    /// Applies a change, and returns its events in order. For a card that was published and closed since the last
    /// change, the server sends only the removal.
    mutating func apply(_ delta: FeedDelta) -> [Event] {
        var feed = feeds[delta.streamID] ?? Feed()
        var events = delta.upserts.filter { feed.isNew($0.sequence) }.compactMap { feed.record($0, in: delta.streamID) }
        for removal in delta.removals where feed.isNew(removal.sequence) {
            let wasKnown = feed.cards.removeValue(forKey: removal.id) != nil
            feed.details[removal.id] = nil
            guard wasKnown || feed.cursor != nil, let kind = Event.Kind(ending: removal.status) else { continue }
            events.append(
                Event(
                    kind: kind, streamID: delta.streamID, cardID: removal.id, sequence: removal.sequence, entry: nil))
        }
        if !feed.isBeyond(delta.cursor) { feed.cursor = delta.cursor }
        feeds[delta.streamID] = feed
        return events.sorted { $0.sequence < $1.sequence }
    }

    /// Replaces the cards of a stream, and returns the events. The first time there are none; after a gap, unknown
    /// cards are reported as published.
    mutating func reset(to entries: [FeedEntry], of stream: StreamID, cursor: FeedCursor) -> [Event] {
        let old = feeds[stream]
        var feed = Feed(cursor: cursor, cards: old?.cards ?? [:], details: old?.details ?? [:])
        let events = entries.compactMap { feed.record($0, in: stream) }
        // Missing cards were closed during the gap. They have no event, because it is not known how they were closed.
        let ids = Set(entries.map(\.id))
        feed.cards = feed.cards.filter { ids.contains($0.key) }
        feed.details = feed.details.filter { ids.contains($0.key) }
        feeds[stream] = feed
        return old?.cursor == nil ? [] : events.sorted { $0.sequence < $1.sequence }
    }

    /// Copies the state of these streams from another state.
    mutating func replace(with other: WatchState, of streams: [StreamID]) {
        for stream in streams { feeds[stream] = other.feeds[stream] }
    }
}

extension WatchState.Feed {
    /// Whether a change was not applied yet. Changes can be repeated when polling and a live feed replace each other.
    fileprivate func isNew(_ sequence: Int64) -> Bool {
        // The cursors of other sources cannot be compared. Their changes count as new, because the source continues
        // from the cursor.
        cursor?.parts.map { sequence > $0.sequence } ?? true
    }

    /// Whether changes after a cursor have already been applied.
    fileprivate func isBeyond(_ other: FeedCursor) -> Bool {
        guard let own = cursor?.parts, let other = other.parts else { return false }
        return own.epoch == other.epoch && own.sequence > other.sequence
    }

    /// Records a card and returns its event. Nil for a vote, for a change with the same `notificationDetail`, and for a
    /// card that was already snoozed when first seen.
    fileprivate mutating func record(_ entry: FeedEntry, in stream: StreamID) -> WatchState.Event? {
        let isSnoozed = entry.status == .snoozed
        let before = cards.updateValue(isSnoozed, forKey: entry.id)
        let oldDetail = details[entry.id]
        details[entry.id] = entry.notificationDetailHash
        let kind: WatchState.Event.Kind
        switch (before, isSnoozed) {
        case (nil, false): kind = .published
        case (true, false): kind = .unsnoozed
        case (false, true): kind = .snoozed
        case (false, false) where details[entry.id] != nil && details[entry.id] != oldDetail: kind = .updated
        default: return nil
        }
        return WatchState.Event(
            kind: kind, streamID: stream, cardID: entry.id, sequence: entry.sequence, entry: entry)
    }
}

extension FeedEntry {
    private static let detailName = Array("notificationDetail".utf8)

    /// A hash of the card's `notificationDetail`; nil for a card without one.
    fileprivate var notificationDetailHash: String? {
        // Most cards have none, so they are not parsed. A card that cannot be parsed counts as having none.
        guard body.contains(Self.detailName), let json = try? JSONParser.parse(body),
            let detail = json["metadata"]?["notificationDetail"]
        else { return nil }
        return FNV1a.wideText(of: detail.text())
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
    /// - Parameter source: The user and the server of the cards. A file with a different source is not read.
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
                        guard !feed.details.isEmpty else { return }
                        writer.key("details")
                        writer.object { writer in
                            for (id, hash) in feed.details { writer.member(id.rawValue, hash) }
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

    /// Decodes a stored state. Nil if the text is invalid or belongs to another source; the state then starts empty.
    init?(_ bytes: [UInt8], source: String) {
        // Compares bytes, because the source contains the user's name.
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
            var details: [CardID: String] = [:]
            for (id, hash) in feed["details"]?.object?.members ?? [] {
                if let id = CardID(id) { details[id] = hash.string }
            }
            feeds[stream] = Feed(cursor: cursor, cards: cards, details: details)
        }
        // Records that cannot be read are dropped; the others will be reported.
        received = (json["received"]?.array ?? []).compactMap { try? FeedCoder.decodeAnalyticsRecord($0.encoded()) }
    }
}
