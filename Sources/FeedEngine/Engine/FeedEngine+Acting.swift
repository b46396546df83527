import Cards
import FeedAPI

/// Users' actions on their cards.
extension FeedEngine {
    /// Finds the receipt of a repeated request.
    ///
    /// - Parameters:
    ///   - stored: The stored action with the request's key; nil if the key is new.
    /// - Returns: The first receipt; nil for a new key, which ``act(_:by:on:files:)`` handles.
    /// - Throws: ``Problem`` of type `key-reused` if the key was used for a different request.
    static func answer(to request: ActionRequest, stored: StoredAction?) throws(Problem) -> ActionReceipt? {
        guard let stored else { return nil }
        guard stored.request == FeedCoder.encode(request) else {
            throw Problem(.keyReused, detail: "Use a new idempotency key for every action.", pointer: "/key")
        }
        return stored.receipt
    }

    /// Performs an action of a user.
    ///
    /// - Parameters:
    ///   - loaded: The card in a feed of the user; nil if it does not exist.
    ///   - files: The user's uploads for the card and their buckets. Required if the response names files, see
    ///     ``Cards/CardResponse/fileIDs``.
    /// - Throws: ``Problem`` of type `unknown-card`, `card-closed`, `not-offered` or `bad-action`.
    mutating func act(
        _ request: ActionRequest, by viewer: Viewer, on loaded: StoredCard?, files: [UploadID: BucketID] = [:]
    ) throws(Problem) -> ActionReceipt {
        if let ask = loaded?.card.ask.flatMap({ ask($0) }), loaded?.card.life.status != .completed,
            request.response.entries != nil, let problem = refusal(of: ask) ?? Self.refusal(of: request, to: ask)
        {
            throw problem
        }
        let (loaded, body) = try Self.openCard(loaded)
        var card = loaded
        try ActionCheck(body: body, expiresAt: card.life.expiresAt.map(FeedTime.date)).check(request, now: now)
        var submitted: [UploadID] = []
        if let values = request.response.entries {
            submitted = try Self.files(in: values, of: body, among: files)
        }
        let previous = card.life
        let effect = body.effect(of: request.response)
        card.life.apply(effect, at: time)
        card = try update(card, from: previous, by: effect)
        if let ask = card.ask.flatMap({ ask($0) }) { try count(card, of: ask, by: request, body: body) }
        let receipt = ActionReceipt(
            key: request.key, cardID: card.id, status: card.life.status, sequence: card.sequence)
        remember(
            StoredAction(
                viewer: viewer, request: FeedCoder.encode(request), receipt: receipt, receivedAt: time),
            submitting: submitted)
        return receipt
    }

    /// Checks whether a user may upload a file for a card.
    ///
    /// - Parameter loaded: The card in a feed of the user; nil if it does not exist.
    /// - Throws: ``Problem`` of type `unknown-card`, `card-closed` or `unknown-bucket`.
    static func checkUpload(into bucket: BucketID, for loaded: StoredCard?) throws(Problem) {
        let buckets = try openCard(loaded).body.fileInputs.map(\.bucketID)
        guard buckets.contains(bucket) else {
            throw Problem(
                .unknownBucket, detail: "The card has no file input with this bucket.",
                expected: buckets.isEmpty ? nil : buckets.map(\.rawValue).joined(separator: ", "))
        }
    }

    /// The card of ``requireOpen(_:)`` and its decoded body.
    private static func openCard(_ loaded: StoredCard?) throws(Problem) -> (card: FeedCard, body: CardBody) {
        let loaded = try requireOpen(loaded)
        return (loaded.card, try CardBody.decode(loaded.body, isStrict: false))
    }

    /// Returns the card if it is visible to its user and still open.
    ///
    /// - Parameter loaded: The card in a feed of the user; nil if it does not exist.
    /// - Throws: ``Problem`` of type `unknown-card` or `card-closed`.
    static func requireOpen(_ loaded: StoredCard?) throws(Problem) -> StoredCard {
        guard let loaded, loaded.card.life.status != .embargoed else { throw .unknownCardOfUser }
        guard loaded.card.life.status.isOpen else { throw .cardClosed(loaded.card.life.status) }
        return loaded
    }

    /// The uploads that a submit names as the values of file inputs.
    private static func files(
        in values: JSONObject, of body: CardBody, among files: [UploadID: BucketID]
    ) throws(Problem) -> [UploadID] {
        var named: [UploadID] = []
        for input in body.fileInputs {
            guard let value = values[input.name], value != .null else { continue }
            // Text that is not a valid id does not name an upload.
            guard let id = value.fileID, files[id] == input.bucketID else {
                throw Problem(
                    .badAction, detail: "The value must name a file that was uploaded for this input in the last day.",
                    pointer: "/values/\(input.name)", expected: "an object with the id of an upload")
            }
            named.append(id)
        }
        return named
    }
}

extension CardResponse {
    /// The uploads that a submit may name: the ids in all values, whether or not they belong to a file input.
    var fileIDs: [UploadID] {
        guard let values = entries else { return [] }
        return values.members.compactMap(\.value.fileID)
    }
}

extension JSONValue {
    /// The id of the upload that a value names; nil if it names none.
    fileprivate var fileID: UploadID? { self["id"]?.string.flatMap { UploadID($0) } }
}
