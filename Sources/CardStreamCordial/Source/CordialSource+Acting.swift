import Basics
public import CardSources
import Cards
import VendorClient

/// The user's actions.
extension CordialSource {
    /// Performs an action on a message's card. The action is in the account's file before the call returns, and is sent
    /// to the service once.
    public func perform(_ action: ActionRequest) async throws(SourceError) -> ActionReceipt {
        _ = try table(of: action.streamID)
        try await begin()
        let receipt = StoredReceipt(action)
        if let known = try await known(receipt) { return try answer(action, known) }
        if action.streamID == inApp?.stream { return try await performInApp(action, receipt) }
        if messageIDs[action.cardID] == nil { try await refresh() }
        guard let id = messageIDs[action.cardID] else { throw .refused(SourceRefusal(.unknownCard)) }
        guard inbox.entries[action.cardID] != nil else { throw .refused(SourceRefusal(.cardClosed)) }
        let status: CardStatus
        switch action.response {
        case .dismiss:
            status = .dismissed
            try await store { (client) throws(CordialError) in try await client.inbox.delete(id, receipt) }
            inbox.remove(action.cardID, .dismissed)
        case .reply(let name, _):
            let slide = InboxCard.slide(ofButton: name)
            guard let button = slide != nil ? .link : InboxCard.Button(rawValue: name) else {
                throw .refused(SourceRefusal(.notOffered))
            }
            status = .active
            try await store { (client) throws(CordialError) in
                switch button {
                case .read, .unread: try await client.inbox.mark([id], isRead: button == .read, receipt)
                case .link:
                    try await client.followLink(ofMessage: id, slide: slide, receipt)
                }
            }
        case .submit, .snooze, .unsnooze, .voteUp, .voteDown: throw .refused(SourceRefusal(.notOffered))
        }
        try await update()
        return try answer(action, status)
    }

    /// Performs an action on the card of an in-app message, even if the message has ended by itself in the meantime.
    private func performInApp(
        _ action: ActionRequest, _ receipt: StoredReceipt
    ) async throws(SourceError) -> ActionReceipt {
        guard let id = inAppIDs[action.cardID] else { throw .refused(SourceRefusal(.unknownCard)) }
        let messages = client.inAppMessages
        switch action.response {
        case .dismiss:
            guard inApp?.entries[action.cardID] != nil else { throw .refused(SourceRefusal(.cardClosed)) }
            try await store { (_) throws(CordialError) in try await messages.dismiss(id, receipt) }
        case .submit(_, let values):
            guard let answer = InAppAnswer(values[InAppCard.member]) else { throw .refused(SourceRefusal(.notOffered)) }
            try await store { (_) throws(CordialError) in
                if let form = answer.form, let event = answer.event {
                    try await messages.capture(form.inputs(values), event: event, of: id, receipt)
                } else {
                    try await messages.act(link: answer.link, event: answer.event, of: id, receipt)
                }
            }
        case .reply, .snooze, .unsnooze, .voteUp, .voteDown: throw .refused(SourceRefusal(.notOffered))
        }
        let status = receipt.status
        inApp?.remove(action.cardID, status)
        try await update()
        return try answer(action, status)
    }

    private func known(_ receipt: StoredReceipt) async throws(SourceError) -> CardStatus? {
        do throws(CordialError) { return try await client.store.read { try $0.status(of: receipt) } } catch {
            throw SourceError(acting: error)
        }
    }

    private func store(_ work: (CordialClient) async throws(CordialError) -> Void) async throws(SourceError) {
        do throws(CordialError) { try await work(client) } catch { throw SourceError(acting: error) }
    }

    private func answer(_ action: ActionRequest, _ status: CardStatus) throws(SourceError) -> ActionReceipt {
        ActionReceipt(
            key: action.key, cardID: action.cardID, status: status,
            version: try table(of: action.streamID).version(of: action.cardID))
    }
}

extension SourceError {
    /// Converts an error of an action.
    fileprivate init(acting error: CordialError) {
        self = error == .keyReused ? .refused(SourceRefusal(.keyReused)) : SourceError(error)
    }
}

extension StoredReceipt {
    init(_ action: ActionRequest) {
        self.init(
            key: action.key.rawValue,
            digest: FNV1a.wideText(of: action.cardID.rawValue + "\n" + action.response.json.text()),
            status: action.response.resultingStatus ?? .active)
    }
}
