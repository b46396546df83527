/// The account's token. Callers share one request for it at a time. It is kept until the service refuses it.
actor TokenKeeper {
    private let store: CordialStore
    private let fetch: @Sendable () async throws(CordialError) -> String
    private var fetching: Task<Result<String, CordialError>, Never>?
    /// The number of finished requests. A token that was read from the store before a request has finished may be out
    /// of date.
    private var ended = 0

    init(_ store: CordialStore, fetch: @escaping @Sendable () async throws(CordialError) -> String) {
        self.store = store
        self.fetch = fetch
    }

    func value() async throws(CordialError) -> String { try await token { _ in true } }

    /// A token that differs from one that the service has refused.
    func replacing(_ refused: String) async throws(CordialError) -> String { try await token { $0 != refused } }

    /// The stored token if it is good, otherwise a new one.
    private func token(where isGood: (String) -> Bool) async throws(CordialError) -> String {
        while true {
            let before = ended
            if let token = try await store.state().token, isGood(token) { return token }
            if before == ended { return try await fetched() }
        }
    }

    private func fetched() async throws(CordialError) -> String {
        let task =
            fetching
            ?? Task { [fetch, store] () -> Result<String, CordialError> in
                do throws(CordialError) {
                    let token = try await fetch()
                    try await store.update { $0.token = token }
                    return .success(token)
                } catch { return .failure(error) }
            }
        fetching = task
        let result = await task.value
        if fetching == task {
            fetching = nil
            ended += 1
        }
        return try result.get()
    }
}
