import Basics
package import CardSources
import Cards
import VendorClient

import struct Foundation.Date
import struct Foundation.UUID

/// Loads conversations, their messages and their people from the service.
extension ComapiSource {
    /// The greatest number of conversations that are loaded at the same time.
    static let concurrency = 20
    /// The number of events in a page of older messages. Only some events are messages.
    static let pageEvents = 40
    /// The number of events in the first page of a conversation. Between two people, each loaded message may have been
    /// marked as delivered and as read, and the page must still contain the messages of a card.
    static let firstPageEvents = 2 * ConversationThread.loadedCount + ConversationThread.shownCount
    /// The greatest number of pages that are read for the messages of a card. More than one is needed if a conversation
    /// has many readers.
    static let pageLimit = 3
    /// Seconds after which the list of people who can be added to conversations is loaded again.
    static let peopleLifetime = 600.0
    /// The greatest number of profiles in one request.
    static let profileBatch = 50

    /// Loads the conversations that have changed in the service's list. Concurrent calls share one load.
    func refresh() async throws(SourceError) {
        let task = refreshing.task {
            do throws(SourceError) { return .success(try await self.loadChanged()) } catch { return .failure(error) }
        }
        let result = await task.value
        refreshing.end(task)
        try result.get()
    }

    /// Starts the session and reads the marks, unless that was done before.
    func begin() async throws(SourceError) {
        let me: String
        do throws(ComapiError) { me = try await client.sessions.start().profileID } catch { throw SourceError(error) }
        if people?.me != me {
            // A card store identifies its owner by this text. Changing it would make existing stores belong to another
            // owner.
            try await admission.withLock { $0 }?.admit("\(me) at the space \(client.spaceID)")
            // Another call may have done this in the meantime.
            if people?.me != me { startAnew(as: me) }
        }
        guard marks?.profileID != me else { return }
        let stored = try await storedMarks()
        // Marks of another user are ignored.
        if people?.me == me, marks?.profileID != me {
            marks = stored.profileID == me ? stored : ConversationMarks(profileID: me)
        }
    }

    /// Reads the marks that are stored on this machine.
    ///
    /// - Throws: ``SourceError`` if they cannot be read. It says where they are and what to do.
    package func storedMarks() async throws(SourceError) -> ConversationMarks {
        let bytes: [UInt8]?
        do { bytes = try await storage.load() } catch {
            throw .refused(
                SourceRefusal(
                    .failed, detail: "The record of dismissed and snoozed conversations cannot be read: \(error)"))
        }
        guard let bytes else { return ConversationMarks() }
        let reason: String
        do {
            let json = try JSONParser.parse(bytes)
            if json.object != nil { return ConversationMarks(json: json) }
            reason = "expected a JSON object"
        } catch { reason = "\(error)" }
        let name = storage.place ?? "The record of dismissed and snoozed conversations"
        let advice = "Move the file away to continue; dismissed and snoozed conversations will then come back"
        throw .refused(SourceRefusal(.failed, detail: "\(name) is damaged: \(reason). \(advice)"))
    }

    /// Resets the state for another user.
    private func startAnew(as me: String) {
        people = PeopleNames(me: me)
        table = CardTable(
            stream: stream, generation: table.version > 0 ? UUID().uuidString.lowercased() : table.generation,
            firstVersion: max(table.version, Int64(clock.now().timeIntervalSince1970 * 1000)))
        (typing, toldTyping) = ([], [])
        (threads, conversationIDs, marks) = ([:], [:], nil)
        (dirty, receipts, peopleKnownAt, profile) = ([], [], nil, nil)
    }

    private func loadChanged() async throws(SourceError) {
        try await begin()
        let list: [Conversation]
        do throws(ComapiError) { list = try await client.conversations.list(.mine) } catch { throw SourceError(error) }
        let changed = list.filter { hasChanged($0) }
        for conversation in changed { beginLoading(conversation.id) }
        let failure = await load(changed)
        let present = Set(list.map(\.id))
        for id in threads.keys where !present.contains(id) { drop(id) }
        marks?.prune(keeping: present, at: clock.now())
        await knowPeople()
        endSnoozes()
        await update()
        await knowProfile()
        if !dirty.isEmpty { await update() }
        sendReceipts()
        // The loaded conversations are kept. A snapshot without the failed ones would remove their stored cards, so
        // throw.
        if let failure { throw SourceError(failure) }
    }

    /// Whether the list shows that a conversation has changed since it was loaded.
    private func hasChanged(_ conversation: Conversation) -> Bool {
        guard let thread = threads[conversation.id] else { return true }
        if conversation.etag != thread.conversation.etag { return true }
        if let count = conversation.participantCount, count != thread.participants.count { return true }
        return (conversation.latestSentEventID ?? -1) > (thread.messages.last?.sentEventID ?? -1)
    }

    /// Loads one conversation after an event named it.
    func load(_ id: String) async {
        guard pending[id] == nil else { return }
        beginLoading(id)
        do throws(ComapiError) {
            var conversation = try await client.conversations.conversation(id)
            conversation.value.etag = conversation.etag ?? conversation.value.etag
            // If it fails, the next refresh loads it.
            _ = await load([conversation.value])
            await knowPeople()
        } catch {
            pending[id] = nil
            if error.code == .notFound { drop(id) }
        }
        await update()
    }

    private func beginLoading(_ id: String) { if pending[id] == nil { pending[id] = [] } }

    /// Loads conversations. One that cannot be loaded keeps its state, and the next refresh loads it.
    ///
    /// - Returns: A temporary failure of the service; nil if there was none. A permanent failure concerns only its own
    ///   conversation, so it is not returned.
    private func load(_ conversations: [Conversation]) async -> ComapiError? {
        let client = client
        var failure: ComapiError?
        await withTaskGroup(of: (String, Result<ConversationThread, ComapiError>).self) { group in
            var waiting = conversations[...]
            func startNext() {
                guard let next = waiting.popFirst() else { return }
                group.addTask { (next.id, await Self.thread(of: next, client)) }
            }
            for _ in 0..<Self.concurrency { startNext() }
            while let (id, result) = await group.next() {
                switch result {
                case .success(let thread): finish(id, thread)
                case .failure(let error):
                    finish(id, nil)
                    if error.isTemporary || error.code == .cancelled { failure = error }
                }
                startNext()
            }
        }
        return failure
    }

    private static func thread(
        of conversation: Conversation, _ client: ComapiClient
    ) async -> Result<ConversationThread, ComapiError> {
        do throws(ComapiError) {
            var thread = ConversationThread(
                conversation, participants: try await client.conversations.participants(of: conversation.id))
            var pages: [MessagePage] = []
            var count = 0
            repeat {
                let page = try await client.conversations.messages(
                    of: conversation.id, limit: pages.isEmpty ? firstPageEvents : ComapiConversations.maximumPageLength,
                    from: pages.last?.previous)
                pages.append(page)
                count += page.messages.count
            } while count < ConversationThread.shownCount && pages.count < pageLimit && pages.last?.previous != nil
            thread.load(pages)
            if let latest = thread.latestEventID { await client.markKnown(latest, of: conversation.id) }
            return .success(thread)
        } catch { return .failure(error) }
    }

    private func finish(_ id: String, _ loaded: ConversationThread?) {
        let events = pending.removeValue(forKey: id) ?? []
        guard var thread = loaded ?? threads[id] else { return }
        if loaded != nil, let old = threads[id] { thread.keep(old) }
        for event in events { _ = thread.apply(event, at: clock.now()) }
        threads[id] = thread
        if !thread.typing.isEmpty { typing.insert(id) }
        conversationIDs[Self.cardID(of: id)] = id
        dirty.insert(id)
    }

    /// Removes a conversation that was deleted, or that the user no longer takes part in.
    func drop(_ id: String) {
        guard threads.removeValue(forKey: id) != nil else { return }
        dirty.remove(id)
        table.remove(Self.cardID(of: id), .cancelled)
    }

    // MARK: People

    /// Loads the names that changed cards need.
    func loadNames() async {
        var wanted: Set<String> = []
        for id in dirty {
            guard let thread = threads[id] else { continue }
            wanted.formUnion(thread.participants.prefix(ConversationCard.participantLimit).map(\.profileID))
            wanted.formUnion(thread.messages.map(\.senderID))
        }
        await loadNames(of: wanted)
    }

    /// Loads the people who can be added, if the user may add participants to a conversation. Without the list, the
    /// user adds people by id.
    private func knowPeople() async {
        guard let me = people?.me, threads.values.contains(where: { $0.lets(me, \.canAddParticipants) }) else { return }
        await lookUpPeople()
    }

    /// Loads the profiles of the service, unless that was done in the last ``peopleLifetime`` seconds.
    func lookUpPeople() async {
        if let last = peopleKnownAt, clock.uptime() < last + Self.peopleLifetime { return }
        let limit = ConversationCard.peopleLimit
        // The list only makes people easier to enter, so a failure is ignored. A later call tries again.
        guard let found = try? await client.profiles.find(ProfileQuery([], limit: limit + 1)) else { return }
        let before = people
        people?.know(Array(found.prefix(limit)), areAll: found.count <= limit)
        peopleKnownAt = clock.uptime()
        if people != before { dirty.formUnion(threads.keys) }
    }

    /// Loads the unknown names of profiles, and the user's.
    func loadNames(of profileIDs: some Sequence<String>) async {
        guard let people else { return }
        let wanted = Set(profileIDs).union([people.me])
        let missing = wanted.filter { !$0.isEmpty && !people.knows($0) }.sorted()
        for start in stride(from: 0, to: missing.count, by: Self.profileBatch) {
            let batch = Array(missing[start..<min(start + Self.profileBatch, missing.count)])
            let query = ProfileQuery(batch.map { ProfileQuery.Term("id", .isIn, $0) }, limit: batch.count)
            // Without names, cards show ids. The next change of a card tries again.
            guard let found = try? await client.profiles.find(query) else { return }
            for profile in found { self.people?.set(profile) }
            for id in batch where self.people?.knows(id) == false { self.people?.setUnknown(id) }
        }
    }
}
