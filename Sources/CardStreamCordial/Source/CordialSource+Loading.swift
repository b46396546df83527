import Basics
import CardSources
package import Cards
import VendorClient

import struct Foundation.UUID

/// Loads the contact and its messages from the service.
extension CordialSource {
    /// Updates everything from the service. Concurrent calls share one load.
    func refresh() async throws(SourceError) {
        let task = refreshing.task {
            do throws(SourceError) { return .success(try await self.load()) } catch { return .failure(error) }
        }
        let result = await task.value
        refreshing.end(task)
        try result.get()
    }

    private func load() async throws(SourceError) {
        try await begin()
        do throws(CordialError) {
            try await client.join()
            _ = try await client.inbox.all()
        } catch { throw SourceError(error) }
        try await update()
    }

    /// Determines the current contact. Removes the cards of another contact.
    func begin() async throws(SourceError) {
        let state: CordialState
        do throws(CordialError) { state = try await client.store.state() } catch { throw SourceError(error) }
        guard state.phase != .out else {
            throw .noToken("No contact is set: your actions wait until you set a contact")
        }
        let found = Self.user(state.primaryKey, at: client.account)
        guard user != found else { return }
        do throws(SourceError) { try await admission.withLock { $0 }?.admit(found) } catch {
            guard case .local(.store(let reason)) = error else { throw error }
            throw .local(.store(reason + Self.cure))
        }
        // Another call may have done this in the meantime.
        guard user != found else { return }
        if user != nil {
            let first = max(inbox.version, Self.version(at: clock))
            let generation = UUID().uuidString.lowercased()
            inbox = CardTable(stream: inbox.stream, generation: generation, firstVersion: first)
            inApp = inApp.map {
                CardTable(stream: $0.stream, generation: generation, firstVersion: max($0.version, first))
            }
            messageIDs = [:]
            for feed in feeds.values { for stream in feed.streams { feed.send(.cursorExpired(stream)) } }
        }
        user = found
        // Messages that are stored on this machine can be acted on without a network.
        try await update()
    }

    /// The name of a contact of an account as a session's user.
    ///
    /// - Parameter key: The key of the contact; nil for a guest.
    package static func user(_ key: String?, at account: CordialAccount) -> String {
        "\(key ?? guest)\(place(account))"
    }

    /// The key of the contact with this user name; nil for a guest.
    package static func primaryKey(ofUser name: String, at account: CordialAccount) -> String? {
        let place = place(account)
        let key = name.hasSuffix(place) ? String(name.dropLast(place.count)) : name
        return key == guest ? nil : key
    }

    private static let guest = "guest"
    /// A part of the user name. Stores keep cards by this name, so a change of the words would make the cards those of
    /// another owner.
    private static func place(_ account: CordialAccount) -> String { " at the account \(account.accountKey)" }

    /// The advice for a conflict with data that another contact has stored.
    private static let cure =
        " In cardstream, set that contact again: `cardstream contact set KEY`. To discard that contact's unsent "
        + "actions, use `cardstream contact set KEY --discard` with the key of the new contact."

    /// Updates the cards from the stored messages, and sends the changes to live feeds.
    func update() async throws(SourceError) {
        let begun = user
        let messages: [InboxMessage]
        do throws(CordialError) { messages = try await client.inbox.kept() } catch { throw SourceError(error) }
        guard user == begun else { return }
        var present: Set<CardID> = []
        for message in messages {
            let card = Self.cardID(of: message.id)
            present.insert(card)
            messageIDs[card] = message.id
            inbox.write(InboxCard(message, vanityDomains: client.account.vanityDomains).entry(id: card))
        }
        for card in inbox.entries.keys where !present.contains(card) { inbox.remove(card, .cancelled) }
        if inApp != nil { try await updateInApp() }
        publish()
    }

    /// Adds the card of the in-app message to show, and removes all other cards.
    private func updateInApp() async throws(SourceError) {
        let begun = user
        let message: InAppMessage?
        do throws(CordialError) { message = try await client.inAppMessages.current() } catch {
            throw SourceError(error)
        }
        guard user == begun else { return }
        let heldNow = await client.inAppMessages.heldCount()
        guard user == begun else { return }
        if held.latest != heldNow { held.send(heldNow) }
        let card = message.map { Self.cardID(of: $0.id) }
        for old in inApp?.entries.keys.filter({ $0 != card }) ?? [] { inApp?.remove(old, .cancelled) }
        guard let message, let card, inApp?.entries[card] == nil else { return }
        inAppIDs[card] = message.id
        inApp?.write(InAppCard(message, vanityDomains: client.account.vanityDomains).entry(id: card, at: clock.now()))
    }

    /// Sends the changes to all live feeds.
    func publish() {
        let deltas = [inbox.takeChanges(at: clock.now()), inApp?.takeChanges(at: clock.now())]
        for delta in deltas.compactMap(\.self) {
            for feed in feeds.values where feed.streams.contains(delta.streamID) { feed.send(.changes(delta)) }
        }
    }

    /// The card id of a message. An id that is not valid for a card is replaced with its hash.
    package static func cardID(of message: String) -> CardID {
        // The hash is always a valid id.
        CardID(rawValue: message) ?? CardID(rawValue: FNV1a.wideText(of: message)) ?? "message"
    }
}
