internal import AppCore
internal import AppRuntime
internal import ArgumentParser
internal import Basics
internal import CardSession
internal import Cards

/// `cardstream logout`: removes all of a user's data from this machine.
struct LogoutCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout",
        abstract: "Send waiting actions, then delete the profile's cards from this machine.",
        discussion: """
            Sends waiting actions and events, removes this device from the server, and deletes the profile's cards, \
            drafts, history and images from this machine. The command also removes what `cardstream login` wrote: the \
            settings, the token and the key, and what is stored of accounts that the profile showed before. Other \
            settings, tokens and keys stay, and so does your own feed.

            If an action cannot be sent, nothing is deleted: log out again when the server can be reached, or discard \
            the actions with --discard. If changes or events of an inbox cannot be sent, nothing is deleted \
            either. Other events that cannot be sent are lost, and the exit code is not 0. The command does nothing \
            while a viewer or `cardstream watch` of the profile is running. It also does nothing if a flag or variable \
            names an account that does not own the cards.

            EXAMPLES
              cardstream logout
              cardstream logout --profile work --timeout 30
              cardstream logout --discard || echo "something was not sent"
            """)

    @OptionGroup var account: AccountOptions

    @Option(
        help: ArgumentHelp("How long to try to send, from 0 to 600 seconds.", valueName: "duration"),
        transform: DurationArgument.seconds)
    var timeout = CardSession.logoutTime.seconds

    @Flag(help: "Log out even if actions cannot be sent; those actions are lost.")
    var discard = false

    func validate() throws {
        guard (0...600).contains(timeout) else { throw ValidationError("--timeout must be from 0 to 600 seconds.") }
    }

    func run() throws {
        let setup = try account.setup().ofKnownProfile()
        // Opened first, because their locks ensure that no other process uses the data.
        let memories = try ["watch", "events"].filter { WatchStateStore.exists(setup, of: $0) }.map {
            try WatchStateStore(setup, of: $0)
        }
        let session = try Self.session(setup)
        // Otherwise every logout without a server would report the session's own initialisation event as unsent.
        session.omitInitialisationEvent()
        let watch = memories.first { $0.hasDevice }
        let accounts = try AccountLogout(setup)
        let (timeout, discard) = (timeout, discard)
        let (failure, network) = try runBlocking {
            let end = ContinuousClock.now + .seconds(timeout)
            // Allow at least one second to read the token, because the owner must be known.
            let account = await ProfileAccount(setup, until: max(end, .now + .seconds(1)))
            if let otherOwner = try await Self.otherOwner(account, session) {
                if !discard { try Self.requireNothingWaiting(otherOwner) }
                let unsent = try await Self.unsent(accounts, discards: discard, until: end)
                let failure = try await Self.remove(of: otherOwner, session, watch)
                let untold = try await accounts.finish(until: end)
                return (Self.joined([failure, unsent, untold]), nil as ViewerNetwork?)
            }
            let (statuses, told) = AsyncStream.makeStream(of: SyncStatus.self, bufferingPolicy: .bufferingNewest(1))
            let network = ViewerNetwork(
                setup: setup, session: session, mailbox: Mailbox<LoopMessage>(), replacesOwner: false,
                token: account.token,
                onStatus: { told.yield($0) })
            let failure = try await Self.logOut(
                session, network, statuses, watch, account, accounts, discardsActions: discard, until: end)
            return (failure, network)
        }
        network?.stop(within: 1)
        for memory in memories { try memory.forget() }
        let unreadable = try CardSession.removeOtherAccounts(
            at: setup.paths.database(profile: setup.config.profile), except: ProfileAccount.isOfOwnFeed)
        for path in unreadable {
            Console.error(
                "\(path.shownAsFile) cannot be read, so it is not known whose cards it has, and it stays; delete the file if you do not need it"
            )
        }
        // All profiles share the cache of images, so other profiles download theirs again.
        PrivateFile.removeTree(setup.paths.images)
        // The files of the sources contain sessions with tokens.
        PrivateFile.removeTree(setup.paths.sources(profile: setup.config.profile))
        let profile = "the profile \"\(setup.config.profile)\""
        Self.undoLogin(setup)
        guard let failure else {
            return Console.error(
                setup.config.server == nil
                    ? "removed what the viewer had stored for \(profile); the cards stay in the profile's own feed on this machine"
                    : "logged out; the cards and actions of \(profile) are removed from this machine")
        }
        throw CommandFailure(
            failure.status, "\(failure.message) (the cards and actions of \(profile) are removed from this machine)")
    }

    /// Removes what `cardstream login` wrote, and prints what was removed. Failures are printed and do not stop the
    /// logout.
    private static func undoLogin(_ setup: Setup) {
        guard let record = LoginRecord.load(setup) else { return }
        do {
            let removed = try record.undo(setup)
            if !removed.isEmpty { Console.error("removed \(removed.joined(separator: "; "))") }
        } catch {
            Console.error(
                "the settings that `cardstream login` wrote were not removed: \(CommandFailure(error).message)")
        }
    }

    private static func session(_ setup: Setup) throws -> CardSession {
        do {
            try PrivateFile.makeDirectory("\(setup.paths.state)/\(setup.config.profile)")
            return try CardSession(command: setup.paths.database(profile: setup.config.profile))
        } catch let error as SessionError {
            if case .inUse(let path, let process) = error {
                throw CommandFailure(.failure, "\(SessionError.inUse(path, by: process)); quit it first")
            }
            throw error
        }
    }

    /// An error that names the owner of the cards, if the owner is not the configured account; otherwise nil.
    ///
    /// - Throws: ``CommandFailure`` if a flag or variable of this command names the other account. Nothing is removed
    ///   then.
    private static func otherOwner(_ account: ProfileAccount, _ session: CardSession) async throws -> SessionError? {
        if account.isUnknownByFlag, let failure = account.failure { throw failure }
        guard let owner = try await session.owner(), !account.owns(owner) else { return nil }
        do throws(SessionError) {
            try await session.claim(for: account.name, replacingOwner: false)
            return nil
        } catch {
            guard case .otherOwner = error else { throw error }
            let places = account.placesOfOneCommand
            if places.isEmpty { return error }
            var failure = CommandFailure(SyncStatus.Failure.local(.store(error.explanation)))
            failure.message +=
                " Nothing was removed; to remove these cards anyway, run `cardstream logout` without \(places.joined(separator: " and "))."
            throw failure
        }
    }

    /// Throws if actions of another account are waiting, because they cannot be sent with these settings.
    private static func requireNothingWaiting(_ otherOwner: SessionError) throws {
        guard case .otherOwner(_, let actions, _, _) = otherOwner, actions > 0 else { return }
        throw CommandFailure(
            .failure,
            "\(otherOwner.explanation) Nothing was removed; `cardstream logout --discard` discards the actions.")
    }

    /// Removes the data of another account, which can no longer be sent. Returns a failure that says what was lost; nil
    /// if nothing was.
    private static func remove(
        of otherOwner: SessionError, _ session: CardSession, _ watch: WatchStateStore?
    ) async throws -> CommandFailure? {
        try await session.purge()
        await session.close()
        guard case .otherOwner(let owner, let actions, _, let events) = otherOwner else { return nil }
        let lost = [
            actions > 0 ? "\(actions) \(actions == 1 ? "action was" : "actions were") not sent" : nil,
            events > 0 ? "\(events) \(events == 1 ? "event was" : "events were") not sent" : nil,
            watch != nil ? "the device is still registered" : nil,
        ].compactMap(\.self)
        if lost.isEmpty { return nil }
        return CommandFailure(
            .failure,
            ("the cards belonged to \(owner), but a different account is configured now, so "
                + lost.joined(separator: ", ")).escapingControls)
    }

    /// Waits until the server and all sources have responded or failed, or until the deadline.
    private static func hasAnswered(_ statuses: AsyncStream<SyncStatus>, until end: ContinuousClock.Instant) async {
        let waiting = Task {
            for await status in statuses
            where status.connection != .connecting && status.sources.allSatisfy({ $0.connection != .connecting }) {
                break
            }
        }
        let timer = Task {
            // Cancellation only means that the timer is no longer needed.
            try? await Task.sleep(until: end, clock: .continuous)
            waiting.cancel()
        }
        await waiting.value
        timer.cancel()
    }

    /// Logs out. Returns why data was not sent; nil if everything was sent.
    ///
    /// - Parameter discardsActions: Whether actions that cannot be sent are lost.
    /// - Throws: If all data stays on this machine, because actions could not be sent.
    private static func logOut(
        _ session: CardSession, _ network: ViewerNetwork, _ statuses: AsyncStream<SyncStatus>,
        _ watch: WatchStateStore?,
        _ account: ProfileAccount, _ accounts: AccountLogout, discardsActions: Bool,
        until end: ContinuousClock.Instant
    ) async throws -> CommandFailure? {
        var trouble: (any Error)?
        // Sent before the sources connect and send the same data, because only refusals of this request are reported.
        let refused = try await accounts.send(until: end).refused
        do {
            try await network.connect()
            await hasAnswered(statuses, until: end)
            if !discardsActions { try await session.sendActions(within: end.secondsLeft) }
        } catch {
            if !discardsActions, try await session.waitingActions() > 0 {
                throw keepingAll(try await accounts.obstacle() ?? CommandFailure(error), refused)
            }
            trouble = error
        }
        let unsent = try await unsent(accounts, refused, discards: discardsActions, until: end)
        let lost = await adopt(watch, account, session)
        let failure = try await logOut(session, trouble, lost, hasDevice: watch != nil, until: end)
        return joined([failure, unsent, try await accounts.finish(until: end)])
    }

    /// Sends the data of message accounts. Returns a failure about data that could not be sent or was refused; nil for
    /// none.
    ///
    /// - Parameter refused: Earlier refusals.
    /// - Throws: ``CommandFailure`` if data could not be sent, unless it is to be discarded.
    private static func unsent(
        _ accounts: AccountLogout, _ refused: CommandFailure? = nil, discards: Bool, until end: ContinuousClock.Instant
    ) async throws -> CommandFailure? {
        let sent = try await accounts.send(until: end)
        let refused = joined([refused, sent.refused])
        if let left = sent.left, !discards { throw keepingAll(try await accounts.obstacle() ?? left, refused) }
        return joined([sent.left, refused])
    }

    /// - Parameter refused: Data that a service has refused, which is lost in any case; nil for none.
    private static func keepingAll(_ failure: CommandFailure, _ refused: CommandFailure?) -> CommandFailure {
        var failure = joined([failure, refused]) ?? failure
        failure.message +=
            " (nothing was removed: log out again when the server can be reached, or discard the unsent changes with --discard)"
        return failure
    }

    /// Several failures as one, with the status of the first; nil for none.
    private static func joined(_ failures: [CommandFailure?]) -> CommandFailure? {
        let failures = failures.compactMap(\.self)
        guard let first = failures.first else { return nil }
        return CommandFailure(first.status, failures.map(\.message).joinedMessages)
    }

    private static func logOut(
        _ session: CardSession, _ trouble: (any Error)?, _ lost: String?, hasDevice: Bool,
        until end: ContinuousClock.Instant
    ) async throws -> CommandFailure? {
        do {
            if let trouble { throw trouble }
            try await session.logout(deregisterNotifications: hasDevice, within: .waiting(end.secondsLeft))
            return lost.map { CommandFailure(.failure, $0) }
        } catch {
            // The data is removed after any error, even if there is no server.
            try await session.purge()
            var failure = CommandFailure(error)
            failure.message = ([failure.message] + [lost].compactMap(\.self)).joinedMessages
            return failure
        }
    }

    /// Lets the session send the events that `watch` could not send, and remove its device from the server. Returns a
    /// message about failures, which do not stop the logout; nil for none.
    private static func adopt(
        _ watch: WatchStateStore?, _ account: ProfileAccount, _ session: CardSession
    ) async -> String? {
        guard let watch else { return nil }
        var lost: [String] = []
        do {
            session.adopt(DeviceRegistration(token: try watch.deviceToken(), environment: .both))
        } catch {
            lost.append("the device is still registered: \(CommandFailure(error).message)")
        }
        do { try await session.adopt(watch.state(source: account.watchSource)?.received ?? []) } catch {
            lost.append("what `cardstream watch` could not send is lost: \(CommandFailure(error).message)")
        }
        return lost.isEmpty ? nil : lost.joinedMessages
    }
}
