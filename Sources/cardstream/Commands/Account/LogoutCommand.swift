internal import AppRuntime
internal import ArgumentParser
internal import CardSession
internal import Cards
internal import ViewModels

/// `cardstream logout`: leaves nothing of a user on this machine.
struct LogoutCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout",
        abstract: "Send what waits, and remove a profile's cards, actions and events from this machine.",
        discussion: """
            Sends the actions that wait and what the publisher is to be told, takes the registration of this device back \
            (`cardstream watch`), and removes the profile's cards, drafts, history and what `watch` and `events` keep, \
            and all pictures that were kept. Settings, tokens and keys stay where they are, and so does the profile's own server.

            Everything is removed in any case, also without a network; what could not be sent before is lost, and told with \
            an exit code of its own. While a viewer or `cardstream watch` of the profile runs, nothing is done.

            EXAMPLES
              cardstream logout
              cardstream logout --profile work --timeout 30
              cardstream logout || echo "something was not sent"
            """)

    @OptionGroup var account: AccountOptions

    @Option(help: ArgumentHelp("How long sending may take, 0 to 600.", valueName: "seconds"))
    var timeout = CardSession.logoutTime

    func validate() throws {
        guard (0...600).contains(timeout) else { throw ValidationError("--timeout must be between 0 and 600.") }
    }

    func run() throws {
        let setup = try account.setup()
        // First of all: they hold the locks that say that nobody uses what is about to go.
        let memories = try ["watch", "events"].filter { WatchMemory.exists(setup, of: $0) }.map {
            try WatchMemory(setup, of: $0)
        }
        let session = try Self.session(setup)
        // Else every logout without a server would fail to send what it made itself.
        session.tellNoInitialisation()
        let watch = memories.first { $0.hasDevice }
        let network = ViewerNetwork(setup: setup, session: session, mailbox: Mailbox<AppMessage>(), beginsAnew: false)
        let timeout = timeout
        let failure = try runBlocking {
            try await Self.logOut(session, network, watch, within: timeout)
        }
        network.stop(within: 1)
        for memory in memories { try memory.forget() }
        // Pictures are kept for all profiles together: what the others need is fetched again.
        PrivateFile.removeTree(setup.paths.images)
        let profile = "the profile \"\(setup.config.profile)\""
        guard let failure else { return Console.error("logged out; nothing of \(profile) is on this machine any more") }
        throw CommandFailure(
            failure.status, "\(failure.message) (nothing of \(profile) is on this machine any more)")
    }

    private static func session(_ setup: Setup) throws -> CardSession {
        do {
            try PrivateFile.makeDirectory("\(setup.paths.state)/\(setup.config.profile)")
            return try CardSession(command: setup.paths.database(profile: setup.config.profile))
        } catch let error as SessionError {
            if case .inUse = error { throw CommandFailure(.failure, "\(error.explanation): end it first") }
            throw error
        }
    }

    /// Why not all was sent; nil when it was.
    ///
    /// - Throws: when something is left on this machine.
    private static func logOut(
        _ session: CardSession, _ network: ViewerNetwork, _ watch: WatchMemory?, within seconds: Double
    ) async throws -> CommandFailure? {
        do {
            try await send(session, network, watch, within: seconds)
            return nil
        } catch {
            // Whatever went wrong, and also where there was nobody to send anything to.
            try await session.purge()
            return CommandFailure(error)
        }
    }

    private static func send(
        _ session: CardSession, _ network: ViewerNetwork, _ watch: WatchMemory?, within seconds: Double
    ) async throws {
        let end = ContinuousClock.now + .seconds(seconds)
        try await network.connect()
        if let watch {
            session.adopt(DeviceRegistration(token: try watch.deviceToken(), environment: .both))
            let state = watch.state(source: try await ViewerAccess(network.setup).source())
            try await session.adopt(state?.received ?? [])
        }
        while !network.hasAnswered, ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(10)) }
        try await session.logout(deregisterNotifications: watch != nil, within: end.secondsLeft)
    }
}
