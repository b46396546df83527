internal import AppCore
internal import AppRuntime
internal import Basics
internal import CardSession
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
        do {
            session = try CardSession(shared: setup.paths.database(profile: setup.config.profile))
            if let notice = session.openingNotice { notices.append(notice) }
        } catch .inUse(let path, let process) {
            let reason =
                process.map(ProcessState.isStopped) == true
                ? ", which is suspended: resume it with fg in its terminal, or quit it"
                : ", which may be an earlier version and does not share its cards: quit it, or start this viewer with "
                    + "another profile, --profile NAME"
            throw CommandFailure(.failure, SessionError.inUse(path, by: process) + reason)
        } catch {
            throw CommandFailure(.failure, error.explanation)
        }
        let session = session
        hadCard = try runBlocking { try await session.hasEverHadCard() }
        if let notice = try runBlocking({ try await Self.removeOfOtherAccount(setup, session) }) {
            notices.append(notice)
        }
    }

    /// Removes stored cards that belong to a different account than the configured one, as after a login, so that they
    /// are not shown until the cards of this account arrive. Cards with unsent actions stay, and connecting reports
    /// them.
    ///
    /// - Returns: A message for the user; nil if nothing was removed.
    private static func removeOfOtherAccount(_ setup: Setup, _ session: CardSession) async throws -> String? {
        guard !session.isFollower, let owner = try await session.owner(), !ProfileAccount.isOfSource(owner, setup)
        else { return nil }
        guard ProfileAccount.isOfOwnFeed(owner) else { return try await session.purgeOtherOwner() }
        return try await session.purgeOtherOwner(
            notice: "Your own feed stays on this machine; now showing the cards at \(ProfileAccount.source(setup))")
    }
}
