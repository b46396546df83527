internal import CardStore
internal import Cards
internal import FeedAPI
internal import FeedSync

/// Holds the user that a token names against the user whose cards are stored, before anything is sent with it.
actor StoreOwner {
    private let database: CardDatabase
    private let source: String
    private let userClaim: String?
    /// The owner the store was last given to; asked once a user, not once a request.
    private var admitted: String?

    /// - Parameter source: the server and the environment, as a person would name them.
    init(_ database: CardDatabase, source: String, userClaim: String? = nil) {
        self.database = database
        self.source = source
        self.userClaim = userClaim
    }

    /// Throws when the store is another user's. A token that names nobody stands for whoever the server takes it for.
    func admit(_ token: String) async throws(FeedError) {
        let user = JWTClaims(token: token, userClaim: userClaim)?.userID
        let owner = user.map { "\($0) at \(source)" } ?? source
        if owner == admitted { return }
        let claim: StoreClaim
        do throws(StoreError) {
            claim = try await database.claim(for: owner)
        } catch {
            throw .local(.store(error.explanation))
        }
        switch claim {
        case .granted: admitted = owner
        case .takenOver:
            admitted = owner
            // What was asked for with the old user's cursor must not be answered.
            throw .network("the store was begun anew for another user")
        case .refused(let other, let waiting):
            throw .local(.store(SessionError.otherOwner(other, waiting: waiting).explanation))
        }
    }
}

extension CardSession {
    /// Makes the store the one of a source that knows no tokens.
    ///
    /// - Throws: ``SessionError/otherOwner(_:waiting:)`` when actions for another source wait in it.
    package func claim(for owner: String) async throws(SessionError) {
        let claim: StoreClaim
        do throws(StoreError) {
            claim = try await database.claim(for: owner)
        } catch { throw SessionError(error) }
        if case .refused(let other, let waiting) = claim { throw .otherOwner(other, waiting: waiting) }
    }
}
