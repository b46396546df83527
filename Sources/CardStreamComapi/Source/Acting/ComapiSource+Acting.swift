import Basics
public import CardSources
package import Cards
import VendorClient

import struct Foundation.Date

/// The user's actions.
extension ComapiSource {
    /// The number of pages that are searched for a message whose response was lost.
    static let searchLimit = 20
    /// The greatest difference between this machine's clock and the service's, in seconds.
    static let clockTolerance = 600.0

    /// Performs an action on a conversation's card.
    public func perform(_ action: ActionRequest) async throws(SourceError) -> ActionReceipt {
        try check(action.streamID)
        try await begin()
        if conversationIDs[action.cardID] == nil { try await refresh() }
        let digest = Self.digest(of: action)
        if let known = marks?.receipt(of: action.key) {
            guard known.digest == digest else { throw .refused(SourceRefusal(.keyReused)) }
            await removeQueuedFile(of: action)
            return receipt(action, known.status)
        }
        guard let id = conversationIDs[action.cardID] else { throw .refused(SourceRefusal(.unknownCard)) }
        guard let thread = threads[id] else { throw .refused(SourceRefusal(.cardClosed)) }
        let user = marks?.profileID
        if marks?.isDismissed(thread) == true, action.response.kind != .reply {
            throw .refused(SourceRefusal(.cardClosed))
        }
        var status = CardStatus.active
        var change: @Sendable (inout ConversationMarks) -> Void = { _ in }
        switch action.response {
        case .dismiss:
            change = { $0.dismiss(thread, at: action.at) }
            status = .dismissed
        case .snooze(let end):
            guard end > clock.now() else {
                throw .refused(SourceRefusal(.badAction, detail: "This time is in the past", field: "/until"))
            }
            change = { $0.snooze(id, until: end) }
            status = .snoozed
        case .unsnooze: change = { $0.snooze(id, until: nil) }
        case .reply(let name, let values):
            guard let button = ConversationCard.Button(rawValue: name) else {
                throw .refused(SourceRefusal(.notOffered))
            }
            try await answer(button, values, thread, action, user)
            if marks?.snoozeEnd(of: id, at: clock.now()) != nil { status = .snoozed }
        case .submit, .voteUp, .voteDown: throw .refused(SourceRefusal(.notOffered))
        }
        let done = ConversationMarks.Receipt(key: action.key, digest: digest, status: status)
        try await store(for: user) { [change] marks in
            change(&marks)
            marks.finish(done)
        }
        await removeQueuedFile(of: action)
        // A message that arrived while the dismissal was being stored brings the card back with another version. So
        // remove the card here, before the update below.
        if action.response == .dismiss { table.remove(action.cardID, .dismissed) }
        let receipt = receipt(action, status)
        dirty.insert(id)
        await update()
        return action.response == .dismiss ? receipt : self.receipt(action, status)
    }

    private func receipt(_ action: ActionRequest, _ status: CardStatus) -> ActionReceipt {
        ActionReceipt(
            key: action.key, cardID: action.cardID, status: status, version: table.version(of: action.cardID))
    }

    private static func digest(of action: ActionRequest) -> String {
        FNV1a.wideText(of: action.cardID.rawValue + "\n" + action.response.json.text())
    }

    /// Changes a user's marks, first in the storage and then in memory. Changes run one after another, because several
    /// actions can be performed at the same time.
    ///
    /// - Parameter user: The profile id of the user when the action began.
    /// - Throws: ``SourceError``, also if another user has logged in since then.
    func store(
        for user: String?, _ change: @escaping @Sendable (inout ConversationMarks) -> Void
    ) async throws(SourceError) {
        let task = Task { [storing] in
            _ = await storing?.value
            return await self.storeNow(for: user, change)
        }
        storing = task
        try await task.value.get()
    }

    private func storeNow(
        for user: String?, _ change: (inout ConversationMarks) -> Void
    ) async -> Result<Void, SourceError> {
        guard var changed = marks, changed.profileID == user else {
            return .failure(.noToken("Another user is logged in now"))
        }
        change(&changed)
        do { try await storage.save(changed.json.encoded()) } catch {
            return .failure(
                .refused(SourceRefusal(.failed, detail: "The action could not be stored on this machine: \(error)")))
        }
        // If another user has logged in in the meantime, keep that user's marks.
        if marks?.profileID == changed.profileID { marks = changed }
        return .success(())
    }

    // MARK: Buttons

    private func answer(
        _ button: ConversationCard.Button, _ values: JSONObject, _ thread: ConversationThread, _ action: ActionRequest,
        _ user: String?
    ) async throws(SourceError) {
        let id = thread.conversation.id
        do throws(ComapiError) {
            switch button {
            case .send: try await send(values, to: id, action, user)
            case .add:
                let chosen = values.text(ConversationCard.Field.candidate) ?? ""
                let entered = values.text(ConversationCard.Field.person)?.trimmed ?? ""
                let added = [chosen, entered].filter { !$0.isEmpty }.map { Participant($0) }
                guard !added.isEmpty else { throw ComapiError(.invalidRequest, "Choose a person to add") }
                if let present = added.first(where: { person in
                    thread.participants.contains { $0.profileID == person.profileID }
                }) {
                    let name = people?.name(present.profileID) ?? present.profileID
                    throw ComapiError(.invalidRequest, "\(name) is already a participant")
                }
                try await client.conversations.add(added, to: id)
                for participant in added { addLocally(participant, to: id) }
            case .remove:
                let person = try text(values, ConversationCard.Field.leaving, orSay: "Choose a participant")
                try await client.conversations.remove([person], from: id)
                threads[id]?.participants.removeAll { $0.profileID == person }
            case .save: try await save(values, thread)
            case .leave: try await leave(id)
            case .delete: try await delete(id, values)
            case .profile: try await saveProfile(values)
            }
        } catch {
            // A `cardClosed` refusal is permanent, so the answer is not sent again.
            if error.code == .notFound, button != .profile {
                throw .refused(SourceRefusal(.cardClosed, detail: error.description))
            }
            throw SourceError(error)
        }
    }

    private func addLocally(_ participant: Participant, to id: String) {
        guard threads[id]?.participants.contains(where: { $0.profileID == participant.profileID }) == false else {
            return
        }
        threads[id]?.participants.append(participant)
    }

    private func text(
        _ values: JSONObject, _ field: String, orSay problem: String
    ) throws(ComapiError) -> String {
        let text = values.text(field)?.trimmed ?? ""
        guard !text.isEmpty else { throw ComapiError(.invalidRequest, problem) }
        return text
    }

    // MARK: Sending

    /// Creates the answer to a conversation's card that sends text, a file of the storage, or both.
    package static func message(_ text: String, file: QueuedFile? = nil) -> CardResponse {
        var values: JSONObject = [ConversationCard.Field.reply: .string(text)]
        if let file { values[ConversationCard.Field.file] = .object(file.value) }
        return .reply(buttonName: ConversationCard.Button.send.rawValue, values: values)
    }

    private func send(
        _ values: JSONObject, to id: String, _ action: ActionRequest, _ user: String?
    ) async throws(ComapiError) {
        let text = values.text(ConversationCard.Field.reply) ?? ""
        let file = values.object(ConversationCard.Field.file)
        guard !text.trimmed.isEmpty || file != nil else { throw ComapiError(.invalidRequest, "Write a message") }
        let isRepeated = marks?.attempts.contains(action.key) ?? false
        if isRepeated, let found = try await search(for: action, in: id) {
            threads[id]?.add(found)
            return
        }
        var parts: [MessagePart] = text.trimmed.isEmpty ? [] : [.text(text)]
        if let file { parts.append(try await part(of: file, user)) }
        if !isRepeated {
            do throws(SourceError) { try await store(for: user) { $0.attempt(action.key) } } catch {
                throw ComapiError(.unexpectedStatus, "the message could not be stored on this machine", status: 500)
            }
        }
        let metadata: JSONObject = [ConversationMessage.temporaryIDKey: .string(action.key.rawValue)]
        let message = SendableMessage(parts: parts, metadata: metadata)
        let sent = try await client.conversations.send(message, to: id)
        show(message, sent, in: id)
    }

    /// Searches for the message of an action that was sent before; nil if it has not arrived.
    private func search(
        for action: ActionRequest, in id: String
    ) async throws(ComapiError) -> ConversationMessage? {
        let start = action.at.addingTimeInterval(-Self.clockTolerance)
        var pager = client.conversations.pager(of: id)
        for _ in 0..<Self.searchLimit {
            guard let page = try await pager.next() else { return nil }
            if let found = page.last(where: { $0.temporaryID == action.key.rawValue }) { return found }
            if let oldest = page.first?.sentOn, oldest < start { return nil }
        }
        return nil
    }

    /// Shows a sent message before the service's event for it arrives.
    private func show(_ message: SendableMessage, _ sent: SentMessage, in id: String) {
        guard let me = people?.me else { return }
        var json = message.json
        json["id"] = .string(sent.id)
        json.set("sentEventId", sent.eventID)
        json["context"] = [
            "conversationId": .string(id), "from": ["id": .string(me)], "sentOn": .string(clock.now().rfc3339),
        ]
        guard let message = ConversationMessage(json) else { return }
        if threads[id]?.messages.contains(where: { $0.id == message.id }) != true { threads[id]?.add(message) }
    }

    // MARK: Details

    private func save(_ values: JSONObject, _ thread: ConversationThread) async throws(ComapiError) {
        let conversation = thread.conversation
        let id = conversation.id
        let etag = values.text(ConversationCard.Field.etag)
        var update = ConversationUpdate(conversation)
        update.name = values.text(ConversationCard.Field.name) ?? update.name
        if let details = values.text(ConversationCard.Field.details) {
            update.details = details.isEmpty ? nil : details
        }
        guard update != ConversationUpdate(conversation) else { return }
        do throws(ComapiError) {
            let saved = try await client.conversations.update(id, update, ifMatch: etag)
            replace(saved, of: id)
        } catch {
            throw changed(
                error, id, values, again: "To overwrite that change with yours, discard this action and save again")
        }
    }

    private func leave(_ id: String) async throws(ComapiError) {
        guard let me = people?.me else { return }
        try await client.conversations.remove([me], from: id)
        drop(id)
    }

    private func delete(_ id: String, _ values: JSONObject) async throws(ComapiError) {
        let etag = values.text(ConversationCard.Field.etag)
        do throws(ComapiError) { try await client.conversations.delete(id, ifMatch: etag) } catch {
            throw changed(
                error, id, values, again: "To delete anyway, discard this action and delete the conversation again")
        }
        drop(id)
    }

    private func replace(_ current: Versioned<Conversation>, of id: String) {
        guard let old = threads[id]?.conversation else { return }
        threads[id]?.conversation = current.value
        threads[id]?.conversation.etag = current.etag ?? current.value.etag
        threads[id]?.conversation.participantCount = old.participantCount
        dirty.insert(id)
    }

    /// Returns a conflict with a message for people; other errors unchanged. The card then shows the current values.
    /// Once the user discards the refused action, the form has the typed values again.
    ///
    /// - Parameters:
    ///   - values: The values of the form.
    ///   - advice: A sentence that says how to apply the user's change anyway.
    private func changed(
        _ error: ComapiError, _ id: String, _ values: JSONObject, again advice: String
    ) -> ComapiError {
        guard error.code == .conflict else { return error }
        guard case .conversation(let current)? = error.current else { return error }
        replace(current, of: id)
        let who = threads[id]?.changedBy.flatMap { people?.name($0) } ?? "Another participant"
        var error = error
        let was = values[ConversationCard.Field.was]?.object
        let changes = ChangedFields(
            owner: "its",
            fields: [
                .init(label: "name", was: was?.text(ConversationCard.Field.name), now: current.value.name),
                .init(
                    label: "description", was: was?.text(ConversationCard.Field.details),
                    now: current.value.details ?? ""),
            ])
        error.message = "\(who) changed the conversation in the meantime\(changes.words). \(advice)"
        error.status = nil
        return error
    }
}

extension String {
    /// The string without white space at both ends.
    fileprivate var trimmed: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
