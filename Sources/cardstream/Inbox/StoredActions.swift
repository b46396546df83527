internal import AppRuntime
internal import CardSession
internal import CardStreamCordial
internal import Cards

/// The actions on an account's messages that a viewer or `act` has stored, and that are not in the account's file yet: a viewer
/// holds them for undo, or the service could not be reached.
struct StoredActions {
    private let setup: Setup
    private let source: SourceConfig
    private let account: CordialAccount

    init(of source: SourceConfig, _ setup: Setup) {
        self.setup = setup
        self.source = source
        account = CordialAccount(source, setup.place(of: source))
    }

    /// How many there are.
    var count: Int { found?.count ?? 0 }

    /// Those of a contact other than this one.
    ///
    /// - Parameter key: Nil for a guest.
    /// - Returns: Nil for none; a nil key for a guest.
    func unsent(besides key: String?) -> (key: String?, count: Int)? {
        guard let found, found.owner != CordialSource.user(key, at: account) else { return nil }
        return (CordialSource.primaryKey(ofUser: found.owner, at: account), found.count)
    }

    private var found: CardSession.StoreCounts.SourceActions? {
        // A store that cannot be read has nothing that could be sent; the program that opens it says what is wrong.
        let counts = try? CardSession.storeCounts(at: setup.paths.database(profile: setup.config.profile))
        return counts?.sources[source.name]
    }

    /// Gives them up.
    ///
    /// - Parameter end: The deadline for a viewer or another command that uses the store.
    func discard(until end: ContinuousClock.Instant) throws {
        try use(until: end) { try await $0.session.discardActions(ofSource: source.name) }
    }

    /// Has them sent as far as that is possible now. One that fails stays stored.
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
