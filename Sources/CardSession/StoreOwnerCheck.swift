internal import CardSources
internal import CardStore
internal import Cards
internal import FeedSync

/// Holds the user that a token names against the user whose cards are stored, before anything is sent with it.
actor StoreOwnerCheck {
    private let database: CardDatabase
    private let source: String
    private let userClaim: String?
    private let beginsAnew: Bool
    private let onBegunAnew: @Sendable (UnsentData) -> Void
    /// The owner the store was last given to; asked once a user, not once a request.
    private var admitted: String?

    /// - Parameters:
    ///   - source: the server and the environment, as a person would name them.
    ///   - beginsAnew: Whether another user's cards give way.
    ///   - onBegunAnew: Told what they had.
    init(
        _ database: CardDatabase, source: String, userClaim: String? = nil, beginsAnew: Bool = true,
        onBegunAnew: @escaping @Sendable (UnsentData) -> Void = { _ in }
    ) {
        self.beginsAnew = beginsAnew
        self.onBegunAnew = onBegunAnew
        self.database = database
        self.source = source
        self.userClaim = userClaim
    }

    /// Throws when the store is another user's. A token that names nobody stands for whoever the server takes it for.
    func admit(_ token: String) async throws(SourceError) {
        // Where the token has no such claim, the usual ones tell people apart all the same.
        let user = JWTClaims(token: token, userClaim: userClaim)?.userID ?? JWTClaims(token: token)?.userID
        let owner = user.map { "\($0) at \(source)" } ?? source
        if let admitted, owner.utf8.elementsEqual(admitted.utf8) { return }
        let claim: StoreClaim
        do throws(StoreError) {
            claim = try await database.claim(for: owner, beginningAnew: beginsAnew)
        } catch {
            throw .local(.store(error.explanation))
        }
        switch claim {
        case .granted: admitted = owner
        case .takenOver(let holdings):
            admitted = owner
            onBegunAnew(holdings)
        case .refused(let holdings): throw .local(.store(SessionError(holdings).explanation))
        }
    }
}

extension CardSession {
    /// Whose the store is: `USER at SOURCE`, or the source alone where its token names nobody. Nil before the first
    /// connection.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    package func owner() async throws(SessionError) -> String? {
        do throws(StoreError) { return try await database.owner() } catch { throw SessionError(error) }
    }

    /// Makes the store the one of a source that knows no tokens.
    ///
    /// - Parameters:
    ///   - beginsAnew: Whether another user's cards give way.
    ///   - onBegunAnew: Told in words that they did.
    /// - Throws: ``SessionError/otherOwner(_:waiting:drafts:events:)`` when it is another one's and stays so.
    package func claim(
        for owner: String, beginningAnew beginsAnew: Bool = true, onBegunAnew: (@Sendable (String) -> Void)? = nil
    ) async throws(SessionError) {
        let claim: StoreClaim
        do throws(StoreError) {
            claim = try await database.claim(for: owner, beginningAnew: beginsAnew)
        } catch { throw SessionError(error) }
        switch claim {
        case .granted: break
        case .takenOver(let holdings): begunAnew(holdings, onBegunAnew)
        case .refused(let holdings): throw SessionError(holdings)
        }
    }

    /// Tells the host's log, and whoever asked for it, what went.
    func begunAnew(_ holdings: UnsentData, _ tell: (@Sendable (String) -> Void)?) {
        warn(
            "the store was begun anew for another user",
            ["owner": holdings.owner.escapingControls, "drafts": "\(holdings.drafts)", "events": "\(holdings.events)"])
        tell?("Removed the cards of \(holdings.lostWords): this profile is somebody else's now.".escapingControls)
    }
}

extension UnsentData {
    /// Whose it was, and what went with it.
    fileprivate var lostWords: String {
        let things = [SessionError.count(drafts, "draft"), SessionError.count(events, "unsent event")].compactMap(
            \.self)
        return things.isEmpty ? owner : "\(owner), with \(things.joined(separator: " and "))"
    }
}

extension SessionError {
    init(_ holdings: UnsentData) {
        self = .otherOwner(
            holdings.owner, waiting: holdings.actions, drafts: holdings.drafts, events: holdings.events)
    }
}
