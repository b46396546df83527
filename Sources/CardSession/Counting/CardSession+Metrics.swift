internal import CardStore
public import Cards

extension CardSession {
    /// The numbers as they are now, of every stream this session has had in full. Answers without a network, and
    /// whether or not anything was ever shown.
    ///
    /// - Throws: ``RequestError/notLoggedIn(missing:)``, and ``RequestError/data(_:)`` when the store cannot tell.
    public func userMetrics() async throws(RequestError) -> UserMetrics {
        try requireLogin()
        return try await storedMetrics()
    }

    /// The same from the store alone, also before a login.
    package func storedMetrics() async throws(RequestError) -> UserMetrics {
        do throws(StoreError) {
            return UserMetrics(
                streams: try await database.counts().mapValues { .init(total: $0.total, unseen: $0.unseen) })
        } catch { throw RequestError(error) }
    }
}
