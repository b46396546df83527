internal import AppCore
internal import AppRuntime
internal import Basics
internal import CardSession
internal import Logging

/// The common start of both kinds of viewer: valid settings, a private folder, the log, the store.
struct ViewerStart {
    let keymap: Keymap
    /// The log is optional: without one the viewer continues and says so.
    let log: LogFile?
    let logger: Logger
    let session: CardSession
    /// Whether the profile ever had a card, of whichever account.
    let hadCard: Bool
    let mailbox = Mailbox<LoopMessage>()
    /// Messages for the user.
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

    /// Removes the stored cards of another account than the configured one, as after a login: they must not be shown until
    /// the first ones of this account come. Cards with actions that wait to be sent stay, and the connection says so.
    ///
    /// - Returns: What the user is told; nil if nothing was removed.
    private static func removeOfOtherAccount(_ setup: Setup, _ session: CardSession) async throws -> String? {
        guard !session.isFollower, let owner = try await session.owner(), !ProfileAccount.isOfSource(owner, setup)
        else { return nil }
        guard ProfileAccount.isOfOwnFeed(owner) else { return try await session.purgeOtherOwner() }
        return try await session.purgeOtherOwner(
            notice: "Your own feed stays on this machine; now showing the cards at \(ProfileAccount.source(setup))")
    }
}
