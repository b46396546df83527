internal import AppCore
internal import AppRuntime
internal import Basics
internal import CardSession
internal import Cards
internal import Logging

/// The start that both kinds of viewers share: checks the settings, creates the private folder, and opens the log and
/// the store.
struct ViewerStart {
    let keymap: Keymap
    /// The log; nil if it cannot be opened. Then the viewer continues and shows a notice.
    let log: LogFile?
    let logger: Logger
    let session: CardSession
    /// Whether the profile ever had a card, of any account.
    let hadCard: Bool
    let mailbox = Mailbox<LoopMessage>()
    /// Messages to show to the user.
    var notices: [String] = []

    init(_ setup: Setup) throws {
        try setup.requireScreen()
        keymap = try KeymapFile(path: setup.paths.keysFile).load()
        try PrivateFile.makeDirectory(setup.paths.state)
        try PrivateFile.makeDirectory("\(setup.paths.state)/\(setup.config.profile)")
        do {
            log = try LogFile(path: setup.paths.logFile)
        } catch {
            log = nil
            notices.append("The log cannot be opened: \(error)")
        }
        logger = log?.logger("viewer", level: setup.config.logLevel) ?? .none
        var session = try Self.open(setup)
        if let notice = session.openingNotice { notices.append(notice) }
        if let change = try Self.accountChange(setup, session) {
            session = try Self.reopen(setup, session)
            notices += change.notices
        }
        self.session = session
        hadCard =
            try runBlocking { [session] in try await session.hasEverHadCard() }
            || CardSession.hasOtherAccounts(at: Self.store(setup))
    }

    private static func store(_ setup: Setup) -> String { setup.paths.database(profile: setup.config.profile) }

    private static func open(_ setup: Setup) throws -> CardSession {
        do { return try CardSession(shared: store(setup)) } catch .inUse(let path, let process) {
            let reason =
                process.map(ProcessState.isStopped) == true
                ? ", which is suspended: resume it with fg in its terminal, or quit it"
                : ", which may be an earlier version and does not share its cards: quit it, or start this viewer with "
                    + "another profile, --profile NAME"
            throw CommandFailure(.failure, SessionError.inUse(path, by: process) + reason)
        } catch {
            throw CommandFailure(.failure, error.explanation)
        }
    }

    /// A change of the account whose cards the store has, and what the user should know about it.
    private struct AccountChange {
        var notices: [String] = []
    }

    /// The change to the configured account if the store is that of another one, as after a login; its cards must not be
    /// shown. Nil if the store stays: it is that of the account, another viewer uses it, or actions wait in it, which
    /// connecting reports.
    private static func accountChange(_ setup: Setup, _ session: CardSession) throws -> AccountChange? {
        guard !session.isFollower else { return nil }
        guard let owner = try runBlocking({ try await session.owner() }) else {
            return CardSession.hasOtherAccounts(at: store(setup)) ? AccountChange() : nil
        }
        guard !ProfileAccount.isOfSource(owner, setup), try !runBlocking({ try await session.hasUnsentActions() })
        else { return nil }
        let source = ProfileAccount.source(setup)
        guard setup.config.server != nil else { return AccountChange() }
        return AccountChange(
            notices: [
                ProfileAccount.isOfOwnFeed(owner)
                    ? "Your own feed stays on this machine; now showing the cards at \(source)"
                    : "Now showing the cards at \(source); the stored cards of \(owner) stay on this machine until you log out"
            ].map(\.escapingControls))
    }

    /// Opens the store of the configured account in place of the present one, which is put aside.
    private static func reopen(_ setup: Setup, _ session: CardSession) throws -> CardSession {
        try runBlocking { await session.close() }
        do {
            try CardSession.changeAccount(at: store(setup)) { ProfileAccount.isOfSource($0, setup) }
        } catch .inUse(let path, let process) {
            throw CommandFailure(
                .failure,
                SessionError.inUse(path, by: process)
                    + ", so the profile cannot change to another account: start this viewer again when that program has "
                    + "ended, or use another profile, --profile NAME")
        } catch {
            throw CommandFailure(.failure, error.explanation)
        }
        return try open(setup)
    }
}
