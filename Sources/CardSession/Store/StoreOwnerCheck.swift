internal import CardSources
internal import CardStore
internal import Cards
internal import FeedSync

/// Compares the user named by a token with the owner of the store before a request is sent with it.
actor StoreOwnerCheck {
    private let database: CardDatabase
    private let source: String
    private let userClaim: String?
    private let replacesOwner: Bool
    private let onOwnerReplaced: @Sendable (UnsentData) -> Void
    /// The last admitted owner, so that the store is checked once per user rather than once per request.
    private var admitted: String?

    /// - Parameters:
    ///   - source: The server and environment as shown to people.
    ///   - replacesOwner: Whether the cards of another user are removed from the store.
    ///   - onOwnerReplaced: Called with what was removed.
    init(
        _ database: CardDatabase, source: String, userClaim: String? = nil, replacesOwner: Bool = true,
        onOwnerReplaced: @escaping @Sendable (UnsentData) -> Void = { _ in }
    ) {
        self.replacesOwner = replacesOwner
        self.onOwnerReplaced = onOwnerReplaced
        self.database = database
        self.source = source
        self.userClaim = userClaim
    }

    /// Throws if the store belongs to another user. A token that names no user identifies only the server.
    func admit(_ token: String) async throws(SourceError) {
        // If the configured claim is missing, the usual claims still distinguish users.
        let user = JWTClaims(token: token, userClaim: userClaim)?.userID ?? JWTClaims(token: token)?.userID
        let owner = user.map { "\($0) at \(source)" } ?? source
        if let admitted, owner.utf8.elementsEqual(admitted.utf8) { return }
        let claim: StoreClaim
        do throws(StoreError) {
            claim = try await database.claim(for: owner, replacingOwner: replacesOwner)
        } catch {
            throw .local(.store(error.explanation))
        }
        switch claim {
        case .granted: admitted = owner
        case .takenOver(let unsent):
            admitted = owner
            onOwnerReplaced(unsent)
        case .refused(let unsent): throw .local(.store(SessionError(unsent).explanation))
        }
    }
}

extension CardSession {
    /// Wraps a source that reports its user, so that the user is compared with the owner of the source's stored cards.
    /// Returns other sources unchanged.
    ///
    /// - Parameter stored: The source's record in the store.
    func checkingOwner(of source: any CardSource, _ stored: StoredSource) -> any CardSource {
        guard let source = source as? any UserReporting else { return source }
        return source.reportingUser { [database, weak self] user throws(SourceError) in
            let claim: StoreClaim
            do throws(StoreError) { claim = try await database.claim(stored, for: user) } catch {
                throw .local(.store(error.explanation))
            }
            switch claim {
            case .granted: break
            case .takenOver(let unsent): self?.reportOwnerReplaced(unsent, nil)
            case .refused(let unsent): throw .local(.store(SessionError(unsent).explanation))
            }
        }
    }

    /// The owner of the store: `USER at SOURCE`, or only the source if its token names no user. Nil before the first
    /// connection.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    package func owner() async throws(SessionError) -> String? {
        do throws(StoreError) { return try await database.owner() } catch { throw SessionError(error) }
    }

    /// Whether there was ever a card in the store, of its owner or of a former one.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    package func hasEverHadCard() async throws(SessionError) -> Bool {
        do throws(StoreError) { return try await database.hasEverHadCard() } catch { throw SessionError(error) }
    }

    /// Assigns the store to a source that has no tokens.
    ///
    /// - Parameters:
    ///   - replacesOwner: Whether the cards of another user are removed.
    ///   - onOwnerReplaced: Called with a message when cards of another user were removed.
    /// - Throws: ``SessionError/otherOwner(_:waiting:drafts:events:)`` if the store belongs to another owner and stays
    ///   unchanged.
    package func claim(
        for owner: String, replacingOwner replacesOwner: Bool = true,
        onOwnerReplaced: (@Sendable (String) -> Void)? = nil
    ) async throws(SessionError) {
        let claim: StoreClaim
        do throws(StoreError) {
            claim = try await database.claim(for: owner, replacingOwner: replacesOwner && !isFollower)
        } catch { throw SessionError(error) }
        switch claim {
        case .granted: break
        case .takenOver(let unsent): reportOwnerReplaced(unsent, onOwnerReplaced)
        case .refused(let unsent): throw SessionError(unsent)
        }
    }

    /// Whether the store has actions that the server has not accepted, including refused ones.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    package func hasUnsentActions() async throws(SessionError) -> Bool {
        do throws(StoreError) {
            let counts = try await database.outboxCounts()
            return counts.waiting + counts.refused > 0
        } catch { throw SessionError(error) }
    }

    /// Reports removed data to the host's log and the callback.
    func reportOwnerReplaced(_ unsent: UnsentData, _ onOwnerReplaced: (@Sendable (String) -> Void)?) {
        onOwnerReplaced?(ownerReplacedMessage(unsent))
    }

    /// Reports removed data to the host's log, and returns the message for the user.
    private func ownerReplacedMessage(_ unsent: UnsentData) -> String {
        warn(
            "the store was emptied for another user",
            ["owner": unsent.owner.escapingControls, "drafts": "\(unsent.drafts)", "events": "\(unsent.events)"])
        return
            ("This profile now shows another account. Removed from this machine: the stored cards of "
            + "\(unsent.lostWords).").escapingControls
    }
}

extension UnsentData {
    /// Describes the former owner and what was removed.
    fileprivate var lostWords: String {
        let things = [SessionError.count(drafts, "draft"), SessionError.count(events, "unsent event")].compactMap(
            \.self)
        return things.isEmpty ? owner : "\(owner), with \(things.joined(separator: " and "))"
    }
}

extension SessionError {
    init(_ unsent: UnsentData) {
        self = .otherOwner(
            unsent.owner, waiting: unsent.actions, drafts: unsent.drafts, events: unsent.events)
    }
}
