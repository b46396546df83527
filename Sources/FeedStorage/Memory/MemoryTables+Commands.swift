import Cards
import FeedAPI
import FeedEngine

/// Loads data for commands and writes their changes.
extension MemoryTables {
    mutating func load(_ needs: FeedNeeds) -> LoadedFeeds {
        var loaded = LoadedFeeds()
        for feed in needs.feeds {
            let position = feeds[feed] ?? FeedPosition()
            feeds[feed] = position
            loaded.counters[feed] = position.counters
        }
        for address in needs.cards {
            guard let row = cards[address.id], address.contains(row.stored.card.feed) else { continue }
            loaded.cards.append(row.stored)
            addCounters(of: row.stored.card.feed, to: &loaded)
        }
        if let due = needs.due {
            let waiting = cards.values.filter { ($0.stored.card.life.deadline ?? .max) <= due.now }
            loaded.due = waiting.sorted {
                ($0.stored.card.life.deadline ?? 0, $0.number) < ($1.stored.card.life.deadline ?? 0, $1.number)
            }
            .prefix(due.limit).map(\.stored.card)
            for card in loaded.due { addCounters(of: card.feed, to: &loaded) }
        }
        loadAsks(needs, into: &loaded)
        for logicalCard in needs.logicalCards {
            loaded.editions += cards.values
                .filter { $0.stored.card.logicalCard == logicalCard && $0.stored.card.life.status.isOpen }
                .sorted { $0.number < $1.number }.map(\.stored.card)
        }
        loaded.publications = needs.publications.compactMap { publications[$0]?.stored }
        loaded.actions = needs.actions.compactMap { id in actions.first { $0.id == id } }
        loadUploads(needs, into: &loaded)
        for viewer in needs.users { loaded.users[viewer] = user(viewer) }
        loaded.devices = needs.devices.compactMap { devices[$0] }
        loaded.invitations = invitations.filter {
            needs.invitationHashes.contains($0.hash) || needs.invitations.contains($0.environment)
        }
        loaded.themes = needs.themes.compactMap { id in themes[id].map { StoredTheme(id, document: $0) } }
        loaded.groups = groups.values.filter { needs.groups.contains($0.environment) }
        loaded.webhooks = webhooks.filter { needs.webhooks.contains($0.environment) }
        return loaded
    }

    private func loadAsks(_ needs: FeedNeeds, into loaded: inout LoadedFeeds) {
        loaded.asks = asks.filter { ask in needs.asks.contains(ask.id) || ask.key.map(needs.askKeys.contains) ?? false }
        if let due = needs.dueAsks {
            let waiting = asks.filter { ($0.due ?? .max) <= due.now }.sorted { ($0.due ?? 0) < ($1.due ?? 0) }
            loaded.asks += waiting.prefix(due.limit)
        }
        for person in loaded.asks.flatMap(\.state.asked) {
            guard let card = cards[person.card]?.stored.card else { continue }
            loaded.askCards.append(card)
            addCounters(of: card.feed, to: &loaded)
        }
    }

    private func addCounters(of feed: FeedKey, to loaded: inout LoadedFeeds) {
        loaded.counters[feed] = feeds[feed]?.counters ?? FeedCounters()
    }

    private func loadUploads(_ needs: FeedNeeds, into loaded: inout LoadedFeeds) {
        loaded.uploads = needs.uploads.compactMap { uploads[$0] }
        for wanted in needs.cardUploads {
            guard let card = cards[wanted.card.id], wanted.card.contains(card.stored.card.feed) else { continue }
            loaded.uploads += uploads.values.filter { $0.cardID == wanted.card.id && $0.id.viewer == wanted.viewer }
        }
        for wanted in needs.waitingUploads {
            let waiting = uploads.values.filter { $0.id.viewer == wanted.viewer && $0.submittedAt == nil }
            loaded.uploads += waiting.sorted { $0.createdAt < $1.createdAt }.prefix(wanted.limit)
        }
    }

    /// - Parameter time: The time of the changes, in milliseconds since 1970.
    mutating func write(_ changes: FeedChanges, at time: Int64) throws(Problem) {
        for card in changes.inserted {
            cards[card.card.id] = CardRow(number: nextNumber(), stored: card)
            recordEnding(of: card.card)
        }
        for card in changes.updated {
            guard cards[card.id] != nil else {
                throw Problem(
                    .internalError,
                    detail:
                        "A card disappeared from the storage while a request was using the card. Restart the server.")
            }
            cards[card.id]?.stored.card = card
            recordEnding(of: card)
        }
        for (card, body) in changes.bodies { cards[card]?.stored.body = body }
        for ask in changes.asks {
            if let index = asks.firstIndex(where: { $0.id == ask.id }) { asks[index] = ask } else { asks.append(ask) }
        }
        for audit in changes.audit { append(audit.entry, of: audit.environment) }
        for event in changes.events { addDeliveries(of: event) }
        for publication in changes.publications {
            publications[publication.id] = PublicationRow(stored: publication, receivedAt: time)
        }
        actions += changes.actions
        for (id, upload) in uploads where changes.submitted.contains(upload.receipt.id) {
            uploads[id]?.submittedAt = upload.submittedAt ?? time
        }
        for upload in changes.uploads { uploads[upload.id] = upload }
        settings.merge(changes.settings) { $1 }
        for id in changes.removedDevices { devices[id] = nil }
        for device in changes.devices { devices[device.id] = device }
        for id in changes.removedDeviceStreams { deviceStreams[id] = nil }
        for streams in changes.deviceStreams { deviceStreams[streams.id] = streams }
        webhooks += changes.webhooks
        webhooks.removeAll { changes.removedWebhooks.contains($0.id) }
        deliveries.removeAll { changes.removedWebhooks.contains($0.webhook) }
        let replaced = Set(changes.invitations.map(\.id) + changes.removedInvitations)
        invitations.removeAll { replaced.contains($0.id) }
        invitations += changes.invitations
        for id in changes.removedGroups { groups[id] = nil }
        for group in changes.groups { groups[group.id] = group }
        for theme in changes.themes { themes[theme.id] = theme.document }
        for (feed, counters) in changes.counters { feeds[feed, default: FeedPosition()].counters = counters }
    }
}
