internal import AppRuntime
internal import CardSession
internal import CardStreamCordial
internal import Cards

/// The actions on an account's messages that are stored in the profile's store, and not yet in the account's file. A
/// viewer holds them for undo, or the service could not be reached.
struct StoredActions {
    private let setup: Setup
    private let source: SourceConfig
    private let account: CordialAccount

    init(of source: SourceConfig, _ setup: Setup) {
        self.setup = setup
        self.source = source
        account = CordialAccount(source, setup.environment(of: source))
    }

    /// The number of stored actions.
    var count: Int { found?.count ?? 0 }

    /// The stored actions of a contact other than this one.
    ///
    /// - Parameter key: The key of the contact; nil for a guest.
    /// - Returns: The key of the other contact, which is nil for a guest, and the number of its actions. Nil if there
    ///   are none.
    func unsent(besides key: String?) -> (key: String?, count: Int)? {
        guard let found, found.owner != CordialSource.user(key, at: account) else { return nil }
        return (CordialSource.primaryKey(ofUser: found.owner, at: account), found.count)
    }

    private var found: CardSession.StoreCounts.SourceActions? {
        // A store that cannot be read counts as having no actions. The program that opens the store reports the
        // problem.
        let counts = try? CardSession.storeCounts(at: setup.paths.database(profile: setup.config.profile))
        return counts?.sources[source.name]
    }

    /// Discards the stored actions.
    ///
    /// - Parameter end: The deadline for a viewer or another command that uses the store.
    func discard(until end: ContinuousClock.Instant) throws {
        try use(until: end) { try await $0.session.discardActions(ofSource: source.name) }
    }

    /// Sends as many stored actions as is possible now. Actions that fail stay in the store.
    func send(until end: ContinuousClock.Instant) throws {
        try use(until: end) { cards in
            try await cards.synchronise(within: end.secondsLeft)
            _ = try await cards.session.sendDue(within: end.secondsLeft)
        }
    }

    private func use(
        until end: ContinuousClock.Instant, _ work: @escaping @Sendable (CardsSession) async throws -> Void
    ) throws {
        let cards = try CardsSession.acting(setup, until: end)
        try runBlocking {
            do {
                guard cards.keepsActions else {
                    throw CommandFailure(
                        .failure, "another program has locked this profile's queue: quit it, or try again later")
                }
                try await cards.join(within: end.secondsLeft)
                try await work(cards)
            } catch {
                await cards.close()
                throw error
            }
            await cards.close()
        }
    }
}
