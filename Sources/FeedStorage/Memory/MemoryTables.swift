import Cards
import FeedAPI
import FeedEngine

/// The data of a ``MemoryStorage``. Times are in milliseconds since 1970.
struct MemoryTables: Sendable {
    struct CardRow: Sendable {
        /// The position of the card in the order of publication.
        var number: Int64
        var stored: StoredCard
        var seenAt: Int64?
    }

    struct PublicationRow: Sendable {
        var stored: StoredPublication
        var receivedAt: Int64
    }

    struct DeliveryRow: Sendable {
        var id: DeliveryID
        var webhook: WebhookID
        var event: FeedEvent
        /// The event that the webhook gets. It is different from ``event`` for a notification.
        var message: WebhookEvent
        var attempts = 0
        /// When the next attempt is due; nil if the delivery failed for good.
        var nextAt: Int64?
        var lastAt: Int64?
        var reason: String?
    }

    var feeds: [FeedKey: FeedPosition] = [:]
    var cards: [CardID: CardRow] = [:]
    /// The asks, in the order in which they were made.
    var asks: [StoredAsk] = []
    /// The audit logs of the environments.
    var audit: [EnvironmentID: [AuditRow]] = [:]
    var publications: [StoredPublication.ID: PublicationRow] = [:]
    /// The actions, in the order of arrival.
    var actions: [StoredAction] = []
    var uploads: [StoredUpload.ID: StoredUpload] = [:]
    var settings: [Viewer: UserSettings] = [:]
    var devices: [StoredDevice.ID: StoredDevice] = [:]
    var deviceStreams: [DeviceStreams.ID: DeviceStreams] = [:]
    var webhooks: [StoredWebhook] = []
    var deliveries: [DeliveryRow] = []
    var invitations: [StoredInvitation] = []
    var groups: [StoredGroup.ID: StoredGroup] = [:]
    /// The documents of themes.
    var themes: [StoredTheme.ID: String] = [:]
    /// The users who have read a feed.
    var readers: Set<Viewer> = []
    var records: [(viewer: Viewer, record: StoredRecord, collected: Collected<[UInt8]>)] = []
    /// The numbers of the cards that have ended, in the order in which they ended.
    var endings: [CardID: Int64] = [:]
    /// The last number in ``endings`` that was ever assigned.
    var lastEnding: Int64 = 0
    private var lastNumber: Int64 = 0

    mutating func nextNumber() -> Int64 {
        lastNumber += 1
        return lastNumber
    }

    func cards(of feed: FeedKey) -> [StoredCard] { cards.values.map(\.stored).filter { $0.card.feed == feed } }

    func actions(on card: CardID) -> [StoredAction] { actions.filter { $0.receipt.cardID == card } }

    func user(_ viewer: Viewer) -> StoredUser {
        StoredUser(
            viewer: viewer, settings: settings[viewer] ?? UserSettings(),
            devices: devices.values.filter { $0.viewer == viewer }
                .sorted { ($0.updatedAt, $0.id.token.rawValue) < ($1.updatedAt, $1.id.token.rawValue) },
            deviceStreams: deviceStreams.values.filter { $0.id.viewer == viewer })
    }

    /// The users who are invited, have settings or a device, or have read a feed.
    var knownUsers: Set<Viewer> {
        readers.union(settings.keys).union(devices.values.map(\.viewer))
            .union(invitations.map { Viewer(environment: $0.environment, user: $0.user) })
    }

    func summary(of feed: FeedKey) -> FeedSummary {
        let active = cards.values.filter { $0.stored.card.feed == feed && $0.stored.card.life.status == .active }
        return FeedSummary(
            stream: feed.streamID, active: active.count, unseen: active.count { $0.seenAt == nil })
    }

    func cards(of environment: EnvironmentID, in range: CardRange) -> [ListedCard] {
        let listed = cards.values.filter { row in
            let card = row.stored.card
            return card.feed.viewer.environment == environment
                && range.before.map { row.number < $0 } ?? true
                && range.stream.map { card.feed.streamID == $0 } ?? true
                && range.user.map { card.feed.viewer.user == $0 } ?? true
                && range.status.map { card.life.status == $0 } ?? true
                && range.beginning.map { card.id.rawValue.hasPrefix($0) } ?? true
        }
        return listed.sorted { $0.number > $1.number }.prefix(range.limit).map { row in
            ListedCard(number: row.number, card: row.stored, seenAt: row.seenAt)
        }
    }

    /// An ask with the cards of the users asked so far.
    func ask(_ stored: StoredAsk) -> Ask {
        let cards = stored.state.asked.compactMap { person -> Ask.Card? in
            guard let row = self.cards[person.card] else { return nil }
            return Ask.Card(
                id: person.card, user: person.user, status: row.stored.card.life.status,
                seenAt: row.seenAt.map(FeedTime.date))
        }
        return Ask(stored, cards: cards)
    }

    /// Adds a row to the audit log of an environment.
    mutating func append(_ entry: AuditEntry, of environment: EnvironmentID) {
        let last = audit[environment]?.last
        audit[environment, default: []].append(AuditRow(entry, after: last.map { ($0.number, $0.hash) }))
    }

    func audit(of environment: EnvironmentID, in query: AuditQuery) -> [AuditRow] {
        let since = query.since.map(FeedTime.milliseconds) ?? .min
        let found = audit[environment, default: []].filter { row in
            row.number > query.after && row.entry.at >= since && query.ask.map { row.entry.ask == $0 } ?? true
        }
        return Array(found.prefix(query.limit ?? .max))
    }

    /// The groups of an environment, sorted by name.
    func groups(of environment: EnvironmentID) -> [UserGroup] {
        groups.values.filter { $0.environment == environment }.map(\.group)
            .sorted { $0.name.rawValue < $1.name.rawValue }
    }

    // MARK: Records

    /// Stores records that are new, and returns their number.
    mutating func collect(_ new: [StoredRecord], of viewer: Viewer, at time: Int64) -> Int {
        var count = 0
        for record in new {
            let isKnown = records.contains {
                $0.viewer == viewer && $0.record.kind == record.kind && $0.record.id == record.id
            }
            if isKnown { continue }
            count += 1
            let collected = Collected(
                sequence: nextNumber(), user: viewer.user, receivedAt: FeedTime.date(milliseconds: time),
                content: record.content)
            records.append((viewer, record, collected))
            if let card = record.seenCard, var row = cards[card], row.stored.card.feed.viewer == viewer {
                if row.seenAt == nil, let ask = row.stored.card.ask {
                    append(
                        AuditEntry(.seen, ask: ask, user: viewer.user, card: card, from: record.device, at: time),
                        of: viewer.environment)
                }
                row.seenAt = row.seenAt ?? time
                cards[card] = row
            }
        }
        return count
    }

    func records(
        _ kind: StoredRecord.Kind, of environment: EnvironmentID, in range: RecordRange
    ) -> [Collected<[UInt8]>] {
        var found = records.filter { $0.viewer.environment == environment && $0.record.kind == kind }.map(\.collected)
        switch range.start {
        case .after(let sequence): found.removeAll { $0.sequence <= sequence }
        case .last: found = found.suffix(range.limit)
        }
        var bytes = 0
        return Array(
            found.prefix(range.limit).prefix { record in
                defer { bytes += record.content.count }
                return bytes < range.mostBytes
            })
    }

    // MARK: Endings

    /// Assigns the next number to a card that has ended. Ignores open cards, and cards that already have a number.
    mutating func recordEnding(of card: FeedCard) {
        guard !card.life.status.isOpen, endings[card.id] == nil else { return }
        lastEnding += 1
        endings[card.id] = lastEnding
    }

    func endedCards(of environment: EnvironmentID, in range: RecordRange) throws(Problem) -> [EndedCard] {
        var rows = endings.compactMap { card, number in cards[card].map { (number, $0.stored) } }
        rows.removeAll { $1.card.feed.viewer.environment != environment }
        rows.sort { $0.0 < $1.0 }
        switch range.start {
        case .after(let number): rows.removeAll { $0.0 <= number }
        case .last: rows = rows.suffix(range.limit)
        }
        var ended: [EndedCard] = []
        var bytes = 0
        for (number, stored) in rows.prefix(range.limit) where bytes < range.mostBytes {
            let actions = actions(on: stored.card.id)
            bytes += EndedCard.size(actions)
            ended.append(try EndedCard(number: number, stored, actions: actions))
        }
        return ended
    }

    // MARK: Time

    /// Deletes old items, and returns their number.
    mutating func compact(before time: Int64, limit: Int) -> Int {
        let old = cards.values.filter { !$0.stored.card.life.status.isOpen && $0.stored.card.life.updatedAt < time }
            .prefix(limit)
        for row in old {
            let card = row.stored.card
            feeds[card.feed, default: FeedPosition()].horizon = max(feeds[card.feed]?.horizon ?? 0, card.sequence)
            cards[card.id] = nil
        }
        let gone = Set(old.map(\.stored.card.id))
        actions.removeAll { gone.contains($0.receipt.cardID) }
        for card in gone { endings[card] = nil }
        uploads = uploads.filter { !gone.contains($0.value.cardID) }
        deliveries.removeAll { gone.contains($0.event.cardID) }
        let keys = publications.values.filter { $0.receivedAt < time }.prefix(limit).map(\.stored.id)
        for key in keys { publications[key] = nil }
        let before = records.count
        let moment = FeedTime.date(milliseconds: time)
        records.removeFirst(records.prefix(limit).prefix { $0.collected.receivedAt < moment }.count)
        let invited = invitations.count
        let ended = Set(invitations.filter { $0.expiresAt < time }.prefix(limit).map(\.id))
        invitations.removeAll { ended.contains($0.id) }
        let asked = asks.count
        let settled = Set(
            asks.filter { $0.state.settlement.map { $0.at < moment } ?? false }.prefix(limit).map(\.id))
        asks.removeAll { settled.contains($0.id) }
        return old.count + keys.count + before - records.count + invited - invitations.count + asked - asks.count
    }
}
